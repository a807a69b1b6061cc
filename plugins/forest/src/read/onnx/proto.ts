/**
 * The messages of ONNX that a tree ensemble needs. What an attribute holds stays bytes until it is asked for: a model of a million leaves
 * has arrays of millions, and they become typed arrays once, of a size that was counted before. Field numbers: onnx.proto.
 */
import { refuse } from '../source/problems.js';
import { type Field, Wire, WIRE } from './wire.js';

export interface Limits {
  readonly bytes: number;
  readonly nodes: number;
  readonly attributes: number;
  readonly tensors: number;
  readonly names: number;
}

export const LIMITS: Limits = { bytes: 256 * 2 ** 20, nodes: 2000, attributes: 64, tensors: 2000, names: 20_000 };

export interface Attribute {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly wire: Wire;
}

export interface OnnxNode {
  readonly operator: string;
  readonly domain: string;
  readonly name: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly offset: number;
}

/** A tensor whose numbers are not decoded yet. */
export interface RawTensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly type: number;
  readonly start: number;
  readonly end: number;
  readonly wire: Wire;
}

/** An input or an output. `dims` has -1 where a size is open; absent: nothing is said. `type` 0: not a tensor. */
export interface ValueInfo {
  readonly name: string;
  readonly type: number;
  /** Of a list of maps, as ZipMap gives: the types of its keys and of its values. */
  readonly map?: { readonly key: number; readonly value: number };
  readonly dims?: readonly number[];
}

export interface OnnxModel {
  /** Of the format itself (`ir_version`); 0 where it does not say. */
  readonly format: number;
  readonly producer: string;
  readonly producerVersion: string;
  readonly opsets: ReadonlyMap<string, number>;
  readonly nodes: readonly OnnxNode[];
  readonly initializers: ReadonlyMap<string, RawTensor>;
  readonly inputs: readonly ValueInfo[];
  readonly outputs: readonly ValueInfo[];
}

export const TYPE = { float: 1, uint8: 2, int32: 6, int64: 7, string: 8, bool: 9, double: 11 } as const;

/** `at most` and the limit's name. */
function bounded(count: number, what: keyof Limits, limits: Limits): void {
  if (count > limits[what]) refuse('forest_too_large', { what, limit: limits[what] });
}

const ofBytes = (field: Field, what: string): void => {
  if (field.wire !== WIRE.bytes)
    refuse('forest_protobuf', { reason: `${what} has wire type ${field.wire}` }, { offset: field.start });
};
const ofVarint = (field: Field, what: string): number => {
  if (field.wire !== WIRE.varint)
    refuse('forest_protobuf', { reason: `${what} has wire type ${field.wire}` }, { offset: field.start });
  return field.value;
};
const textOf = (wire: Wire, field: Field, what: string): string => {
  ofBytes(field, what);
  return wire.text(field);
};

/** Reads a model's frame: everything but what attributes and tensors hold. */
export function readModelProto(bytes: Uint8Array, limits: Limits = LIMITS): OnnxModel {
  bounded(bytes.length, 'bytes', limits);
  const wire = new Wire(bytes);
  const opsets = new Map<string, number>();
  let [producer, producerVersion, format] = ['', '', 0];
  let graph: { start: number; end: number } | undefined;
  wire.each(0, bytes.length, (field) => {
    switch (field.number) {
      case 1: {
        format = ofVarint(field, 'ir_version');
        break;
      }
      case 2: {
        producer = textOf(wire, field, 'producer_name');
        break;
      }
      case 3: {
        producerVersion = textOf(wire, field, 'producer_version');
        break;
      }
      case 7: {
        ofBytes(field, 'graph');
        if (graph) refuse('forest_onnx_refused', { what: 'two graphs' }, { offset: field.start });
        graph = { start: field.start, end: field.end };
        break;
      }
      case 8: {
        ofBytes(field, 'opset_import');
        const [domain, version] = readOpset(wire, field);
        const before = opsets.get(domain);
        if (before !== undefined && before !== version)
          refuse(
            'forest_onnx_refused',
            { what: `two versions of the operators of "${domain}"` },
            { offset: field.start },
          );
        opsets.set(domain, version);
        bounded(opsets.size, 'nodes', limits);
        break;
      }
      case 20: {
        refuse('forest_onnx_refused', { what: 'training_info' }, { offset: field.start });
        break;
      }
      case 25: {
        refuse('forest_onnx_refused', { what: 'functions' }, { offset: field.start });
        break;
      }
      default:
    }
  });
  if (!graph) return refuse('forest_onnx_missing', { what: 'graph' });
  return { format, producer, producerVersion, opsets, ...readGraph(wire, graph, limits) };
}

function readOpset(wire: Wire, { start, end }: Field): readonly [string, number] {
  let [domain, version] = ['', 0];
  wire.each(start, end, (field) => {
    if (field.number === 1) domain = textOf(wire, field, 'domain');
    if (field.number === 2) version = ofVarint(field, 'version');
  });
  return [domain === 'ai.onnx' ? '' : domain, version];
}

function readGraph(
  wire: Wire,
  { start, end }: { readonly start: number; readonly end: number },
  limits: Limits,
): Pick<OnnxModel, 'nodes' | 'initializers' | 'inputs' | 'outputs'> {
  const nodes: OnnxNode[] = [];
  const initializers = new Map<string, RawTensor>();
  const [inputs, outputs]: [ValueInfo[], ValueInfo[]] = [[], []];
  wire.each(start, end, (field) => {
    const place = { offset: field.start };
    switch (field.number) {
      case 1: {
        ofBytes(field, 'node');
        bounded(nodes.length + 1, 'nodes', limits);
        nodes.push(readNode(wire, field, limits));
        break;
      }
      case 5: {
        ofBytes(field, 'initializer');
        bounded(initializers.size + 1, 'tensors', limits);
        const tensor = readTensor(wire, field);
        if (initializers.has(tensor.name))
          refuse('forest_wiring', { name: tensor.name, why: 'two initializers have this name' }, place);
        initializers.set(tensor.name, tensor);
        break;
      }
      case 11:
      case 12: {
        ofBytes(field, 'value');
        const into = field.number === 11 ? inputs : outputs;
        bounded(into.length + 1, 'names', limits);
        into.push(readValueInfo(wire, field));
        break;
      }
      case 15: {
        refuse('forest_onnx_refused', { what: 'sparse initializers' }, place);
        break;
      }
      case 14: {
        refuse('forest_onnx_refused', { what: 'quantization annotations' }, place);
        break;
      }
      default:
    }
  });
  return { nodes, initializers, inputs, outputs };
}

function readNode(wire: Wire, { start, end }: Field, limits: Limits): OnnxNode {
  const [inputs, outputs]: [string[], string[]] = [[], []];
  const attributes = new Map<string, Attribute>();
  let [name, operator, domain] = ['', '', ''];
  wire.each(start, end, (field) => {
    switch (field.number) {
      case 1:
      case 2: {
        const into = field.number === 1 ? inputs : outputs;
        bounded(into.length + 1, 'names', limits);
        into.push(textOf(wire, field, 'a name'));
        break;
      }
      case 3: {
        name = textOf(wire, field, 'name');
        break;
      }
      case 4: {
        operator = textOf(wire, field, 'op_type');
        break;
      }
      case 5: {
        ofBytes(field, 'attribute');
        bounded(attributes.size + 1, 'attributes', limits);
        const attribute = readAttribute(wire, field);
        if (attributes.has(attribute.name))
          refuse('forest_attribute', { attribute: attribute.name, why: 'it appears twice' }, { offset: field.start });
        attributes.set(attribute.name, attribute);
        break;
      }
      case 7: {
        domain = textOf(wire, field, 'domain');
        break;
      }
      default:
    }
  });
  return {
    operator,
    domain: domain === 'ai.onnx' ? '' : domain,
    name: name === '' ? (outputs[0] ?? '') : name,
    inputs,
    outputs,
    attributes,
    offset: start,
  };
}

/** By field of an attribute that holds a value: the number of its type. */
const VALUE_TYPES: ReadonlyMap<number, number> = new Map([
  [2, 1],
  [3, 2],
  [4, 3],
  [5, 4],
  [7, 6],
  [8, 7],
  [9, 8],
]);

/** The runtime takes an attribute of one value, or list, of the type that it says it has. */
function readAttribute(wire: Wire, { start, end }: Field): Attribute {
  let [name, type, held] = ['', 0, 0];
  wire.each(start, end, (field) => {
    const { number } = field;
    if (number === 1) name = textOf(wire, field, 'name');
    if (number === 20) type = ofVarint(field, 'type');
    if (number === 6 || number === 11) refuse('forest_onnx_refused', { what: 'sub-graphs' }, { offset: field.start });
    if (number === 21) refuse('forest_onnx_refused', { what: 'references to attributes' }, { offset: field.start });
    if (number === 22 || number === 23)
      refuse('forest_onnx_refused', { what: 'sparse tensors' }, { offset: field.start });
    const holds = VALUE_TYPES.get(number) ?? held;
    if (held !== 0 && holds !== held)
      refuse('forest_attribute', { attribute: name, why: 'it holds two kinds of values' }, { offset: start });
    held = holds;
  });
  if (name === '') refuse('forest_attribute', { attribute: name, why: 'it has no name' }, { offset: start });
  if (type === 0 || (held !== 0 && held !== type))
    refuse('forest_attribute', { attribute: name, why: 'its value is not of its declared type' }, { offset: start });
  return { name, start, end, wire };
}

/** A tensor's frame. Tensors that live outside the file are refused: their path is the file's to choose. */
export function readTensor(wire: Wire, { start, end }: { readonly start: number; readonly end: number }): RawTensor {
  const dims: number[] = [];
  let [name, type] = ['', 0];
  wire.each(start, end, (field) => {
    const place = { offset: field.start };
    switch (field.number) {
      case 1: {
        if (field.wire === WIRE.bytes) {
          for (let at = field.start; at < field.end;) {
            wire.varint(at, field.end);
            at = wire.next;
            dims.push(wire.signed());
            if (dims.length > 8) refuse('forest_too_large', { what: 'dimensions', limit: 8 }, place);
          }
        } else dims.push(ofVarint(field, 'dims'));
        if (dims.length > 8) refuse('forest_too_large', { what: 'dimensions', limit: 8 }, place);
        break;
      }
      case 2: {
        type = ofVarint(field, 'data_type');
        break;
      }
      case 3: {
        refuse('forest_onnx_refused', { what: 'segments of tensors' }, place);
        break;
      }
      case 8: {
        name = textOf(wire, field, 'name');
        break;
      }
      case 13: {
        refuse('forest_onnx_refused', { what: 'external data' }, place);
        break;
      }
      case 14: {
        if (ofVarint(field, 'data_location') !== 0) refuse('forest_onnx_refused', { what: 'external data' }, place);
        break;
      }
      default:
    }
  });
  return { name, dims, type, start, end, wire };
}

function readValueInfo(wire: Wire, { start, end }: Field): ValueInfo {
  let [name, type] = ['', 0];
  let dims: number[] | undefined;
  let map: ValueInfo['map'];
  const inside: Inside = (within, number, what, take) =>
    wire.each(within.start, within.end, (field) => {
      if (field.number !== number) return;
      ofBytes(field, what);
      take({ ...field });
    });
  wire.each(start, end, (field) => {
    if (field.number === 1) name = textOf(wire, field, 'name');
    if (field.number !== 2) return;
    ofBytes(field, 'type');
    inside(field, 4, 'sequence_type', (sequence) => {
      inside(sequence, 1, 'elem_type', (element) => {
        map = readMap(wire, element, inside) ?? map;
      });
    });
    inside(field, 1, 'tensor_type', (tensor) => {
      wire.each(tensor.start, tensor.end, (part) => {
        if (part.number === 1) type = ofVarint(part, 'elem_type');
        if (part.number !== 2) return;
        ofBytes(part, 'shape');
        dims = readDims(wire, part, inside);
      });
    });
  });
  return { name, type, ...(dims && { dims }), ...(map && { map }) };
}

/** Calls `take` with each message of a number within another. */
type Inside = (within: Field, number: number, what: string, take: (field: Field) => void) => void;

function readDims(wire: Wire, shape: Field, inside: Inside): number[] {
  const found: number[] = [];
  inside(shape, 1, 'dim', (dim) => {
    let size = -1;
    wire.each(dim.start, dim.end, (value) => {
      if (value.number === 1) size = ofVarint(value, 'dim_value');
    });
    found.push(size > 0 ? size : -1);
    if (found.length > 8) refuse('forest_too_large', { what: 'dimensions', limit: 8 }, { offset: dim.start });
  });
  return found;
}

function readMap(wire: Wire, type: Field, inside: Inside): ValueInfo['map'] {
  let found: ValueInfo['map'];
  inside(type, 5, 'map_type', (map) => {
    let [key, value] = [0, 0];
    wire.each(map.start, map.end, (part) => {
      if (part.number === 1) key = ofVarint(part, 'key_type');
    });
    inside(map, 2, 'value_type', (element) =>
      inside(element, 1, 'tensor_type', (tensor) =>
        wire.each(tensor.start, tensor.end, (part) => {
          if (part.number === 1) value = ofVarint(part, 'elem_type');
        }),
      ),
    );
    found = { key, value };
  });
  return found;
}
