/** What these functions look at of a node of Babel's syntax tree. */
export interface SyntaxNode {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
  readonly body?: SyntaxNode | readonly SyntaxNode[];
  readonly expression?: SyntaxNode;
  readonly callee?: SyntaxNode;
  readonly property?: SyntaxNode;
  readonly consequent?: SyntaxNode;
  readonly alternate?: SyntaxNode | null;
}

const RULE_ID = /^[A-Z]+-(\d\d|APPEND|SERVICE)$/;

/**
 * Whether code does nothing but tell which rule it follows: the id of a rule, a call of `cite`, or a
 * statement or function made of such calls alone, be there a condition on them or not. No answer
 * depends on it, so a change of it is no mistake that a case could show.
 */
export function isCitation(node: SyntaxNode | undefined): boolean {
  switch (node?.type) {
    case 'StringLiteral':
      return typeof node.value === 'string' && RULE_ID.test(node.value);
    case 'CallExpression':
      return isCite(node.callee);
    case 'ExpressionStatement':
      return node.expression?.type === 'CallExpression' && isCitation(node.expression);
    case 'BlockStatement':
      return contents(node).length > 0 && contents(node).every(isCitation);
    case 'IfStatement':
      return (node.alternate ?? null) === null && isCitation(node.consequent);
    case 'ArrowFunctionExpression':
      return contents(node).every(isCitation);
    default:
      return false;
  }
}

function contents({ body = [] }: SyntaxNode): readonly SyntaxNode[] {
  return [body].flat();
}

/** `cite` or `shard.cite`. */
function isCite(callee: SyntaxNode | undefined): boolean {
  return callee?.type === 'MemberExpression'
    ? isCite(callee.property)
    : callee?.type === 'Identifier' && callee.name === 'cite';
}
