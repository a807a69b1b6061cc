import ts from 'typescript';

/** A test whose title says which answer of which operation it proves. */
export interface StatusTest {
  /** Method and path as the contract writes them. */
  readonly operation: string;
  readonly status: number;
  readonly file: string;
  readonly title: string;
}

const TITLE = /^(?<operation>(?:GET|HEAD|POST|PUT|PATCH|DELETE) \/\S*) (?<status>[1-5]\d\d)\b/;

/** The tests of a spec file whose title begins with `METHOD /path STATUS`. Titles put together at run time are not seen. */
export function statusTests(file: string, source: string): StatusTest[] {
  const found: StatusTest[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isSkippedGroup(node.expression)) return;
    const title = ts.isCallExpression(node) && isTest(node.expression) ? node.arguments[0] : undefined;
    if (title && ts.isStringLiteralLike(title)) {
      const { operation, status } = TITLE.exec(title.text)?.groups ?? {};
      if (operation !== undefined) found.push({ operation, status: Number(status), file, title: title.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));
  return found;
}

/** `describe.skip(...)` and the like: nothing in it is run. */
function isSkippedGroup(callee: ts.Node): boolean {
  return (
    ts.isPropertyAccessExpression(callee) &&
    ['skip', 'todo'].includes(callee.name.text) &&
    ts.isIdentifier(callee.expression) &&
    ['describe', 'suite'].includes(callee.expression.text)
  );
}

/** `test`, `it`, and what hangs on them (`it.each(...)`); not what is skipped for good. */
function isTest(callee: ts.Node): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'test' || callee.text === 'it';
  if (ts.isPropertyAccessExpression(callee))
    return !['skip', 'todo'].includes(callee.name.text) && isTest(callee.expression);
  return ts.isCallExpression(callee) && isTest(callee.expression);
}
