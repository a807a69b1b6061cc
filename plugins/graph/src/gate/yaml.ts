import { Composer, type CST, type Document, Lexer, Parser } from 'yaml';
import type { TextLimits } from './limits.js';
import { shown, TextRefused } from './result.js';
import { CORE_TAGS, YamlTree } from './yaml-tree.js';

export interface YamlRead {
  readonly tree: unknown;
  /** The offset of what stands at a pointer. */
  readonly offsetOf: (pointer: string) => number;
}

/**
 * Reads one document of YAML 1.2 in the core schema (`yes` and `on` are texts, `010` is ten). Depth, the number of tokens, of anchors and of aliases are
 * bounded while it is cut into tokens, before anything is composed, which is recursive and may end a process. Tags that make a program's own values,
 * merge keys and doubled keys are refused; what an alias stands for is shared, and counts each time it is.
 */
export function readYaml(text: string, limits: TextLimits): YamlRead {
  const tokens = tokensOf(text, limits);
  const document = composed(tokens, text.length);
  const [error] = document?.errors ?? [];
  if (error) throw new TextRefused('graph_text_syntax', { form: 'yaml', reason: shown(error.message) }, error.pos[0]);
  const tree = new YamlTree(document?.contents ?? null, limits);
  return { tree: tree.value, offsetOf: (pointer) => tree.offsetOf(pointer) };
}

/** What the lexer puts before a text that is no plain token, whatever it begins with. */
const SCALAR = '\u001f';

function tokensOf(text: string, limits: TextLimits): readonly CST.Token[] {
  const parser = new Parser();
  const counts = new Counts(limits);
  const tokens: CST.Token[] = [];
  let at = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (!isScalar) counts.token(lexeme, at);
    isScalar = !isScalar && lexeme === SCALAR;
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (levelsOf(parser) > limits.depth) throw new TextRefused('graph_text_too_deep', { limit: limits.depth }, at);
    at = parser.offset;
  }
  tokens.push(...parser.end());
  return tokens;
}

/** How deep the parser is: on its stack are the document, each open list and record, and maybe a scalar on top. */
function levelsOf({ stack }: Parser): number {
  const top = stack.at(-1)?.type;
  const isOpen = top === 'block-map' || top === 'block-seq' || top === 'flow-collection';
  return stack.length - (isOpen ? 1 : 2);
}

const TOKENS_OF_A_VALUE = 8;

class Counts {
  private tokens = 0;
  private readonly references = { anchors: 0, aliases: 0 };

  constructor(private readonly limits: TextLimits) {}

  token(lexeme: string, at: number): void {
    const { aliases, values } = this.limits;
    this.tokens += 1;
    // A value takes a handful: its key, a colon, blanks, a line end, an indent, a comment.
    if (this.tokens > values * TOKENS_OF_A_VALUE)
      throw new TextRefused('graph_text_too_large', { what: 'values', limit: values }, at);
    if (lexeme.startsWith('&')) this.reference('anchors', aliases, at);
    if (lexeme.startsWith('*')) this.reference('aliases', aliases, at);
    if (lexeme.startsWith('!') && !CORE_TAGS.has(lexeme))
      throw new TextRefused('graph_yaml_tag', { tag: shown(lexeme) }, at);
    // Of another version, and with names for tags, the same text means something else.
    if (lexeme.startsWith('%') && !/^%YAML[ \t]+1\.2[ \t]*(?:#.*)?$/.test(lexeme))
      throw new TextRefused('graph_yaml_directive', { directive: shown(lexeme) }, at);
  }

  private reference(what: 'anchors' | 'aliases', limit: number, at: number): void {
    this.references[what] += 1;
    if (this.references[what] > limit) throw new TextRefused('graph_text_too_large', { what, limit }, at);
  }
}

type Composed = Document.Parsed;

/** The one document there is; null for a text of comments. */
function composed(tokens: readonly CST.Token[], length: number): Composed | null {
  const documents = tokens.filter(({ type }) => type === 'document');
  const [, second] = documents;
  if (second) throw new TextRefused('graph_yaml_documents', {}, second.offset);
  // The library looks for doubled keys in the square of their number; the tree finds them.
  const composer = new Composer({ version: '1.2', schema: 'core', merge: false, uniqueKeys: false });
  const [document = null] = composer.compose(tokens, false, length);
  return document;
}
