// A plugin for StrykerJS: skips code whose changes no test of behaviour can notice.
const CLASS_PROP = /class(Name)?$/i;

/** Texts are in the catalogue, so a string with a space in a view is a list of classes. */
const isClassList = (text, file) => file.includes('/views/') && text.includes(' ');

const looks = {
  shouldIgnore({ node, hub, parent }) {
    if (node.type === 'JSXAttribute' && CLASS_PROP.test(node.name.name)) return 'only looks: the class of an element';
    if (node.type === 'JSXAttribute' && node.name.name === 'key') return 'a hint for React, which shows nothing of it';
    if (node.type === 'CallExpression' && node.callee.name === 'cx') return 'only looks: a list of classes';
    if (node.type === 'NewExpression' && node.callee.name === 'Error') return 'a message that only developers read';
    const file = hub?.file?.opts?.filename ?? process.env.MUTANT_LOOKS ?? '';
    if (node.type === 'StringLiteral' && isClassList(node.value, file)) return 'only looks: a list of classes';
    if (node.type === 'TemplateElement' && isClassList(node.value.raw, file)) return 'only looks: a list of classes';
    if (node.type === 'TemplateLiteral' && parent && node.quasis.some(({ value }) => isClassList(value.raw, file)))
      return 'only looks: a list of classes';
    return undefined;
  },
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'looks', value: looks }];
