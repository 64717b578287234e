import { parseSync } from 'vite';

/** Attributes that people read or hear. */
const SPOKEN =
  /^(?:aria-(?:label|description|roledescription|valuetext)|title|alt|placeholder|label|help|text|message)$/;
const LETTERS = /\p{L}{2}/u;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Texts in the code of a view that people would read, with their lines. */
export function hardCodedTexts(path: string, code: string): string[] {
  const found: string[] = [];
  const add = (node: Node, text: string) => {
    if (LETTERS.test(text)) found.push(`${path}:${code.slice(0, node.start).split('\n').length}: ${text.trim()}`);
  };
  /** Text of a literal, or of the branches of a condition. */
  const addLiterals = (value: unknown): void => {
    if (!isNode(value)) return;
    if (value.type === 'Literal' && typeof value['value'] === 'string') add(value, value['value']);
    if (value.type === 'TemplateLiteral')
      add(value, (value['quasis'] as { value: { raw: string } }[]).map((part) => part.value.raw).join(' '));
    if (value.type === 'JSXExpressionContainer') addLiterals(value['expression']);
    if (value.type === 'ConditionalExpression') [value['consequent'], value['alternate']].forEach(addLiterals);
    if (value.type === 'LogicalExpression') addLiterals(value['right']);
  };
  const visit = (value: unknown, parent: Node | null): void => {
    if (Array.isArray(value)) return value.forEach((one) => visit(one, parent));
    if (!isNode(value)) return;
    if (value.type === 'JSXText') add(value, value['value'] as string);
    if (value.type === 'JSXExpressionContainer' && parent?.type !== 'JSXAttribute') addLiterals(value);
    if (value.type === 'JSXAttribute') {
      const { name } = value['name'] as { name: unknown };
      if (typeof name === 'string' && SPOKEN.test(name)) addLiterals(value['value']);
    }
    for (const child of Object.values(value)) visit(child, value);
  };
  visit(parseSync(path, code).program, null);
  return found;
}
