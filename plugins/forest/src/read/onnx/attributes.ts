/** Attributes by their names, with what stands for those that are absent. */
import { floatsOf, intOf, intsOf, stringsOf } from './content.js';
import type { OnnxNode } from './proto.js';

export const attributeInt = (node: OnnxNode, name: string, otherwise: number): number => {
  const attribute = node.attributes.get(name);
  return attribute ? intOf(attribute) : otherwise;
};
export const attributeInts = (node: OnnxNode, name: string): readonly number[] => {
  const attribute = node.attributes.get(name);
  return attribute ? [...intsOf(attribute)] : [];
};
export const attributeFloats = (node: OnnxNode, name: string): Float32Array => {
  const attribute = node.attributes.get(name);
  return attribute ? floatsOf(attribute) : new Float32Array(0);
};
export const attributeStrings = (node: OnnxNode, name: string): readonly string[] => {
  const attribute = node.attributes.get(name);
  return attribute ? stringsOf(attribute) : [];
};
