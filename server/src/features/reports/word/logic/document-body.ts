/** What keeps a filled in document one that Word opens without a question. */
import { type XmlNode, xml } from 'easy-template-x';

const mark = 'plumbline-own-line';
type General = Extract<XmlNode, { attributes?: unknown }>;

const childrenOf = (node: XmlNode): readonly XmlNode[] => node.childNodes ?? [];
const isGeneral = (node: XmlNode): node is General => 'attributes' in node || node.nodeName.includes(':');
const textOf = (node: XmlNode): string =>
  'textContent' in node ? (node.textContent ?? '') : childrenOf(node).map(textOf).join('');
const hasOne = (node: XmlNode, names: readonly string[]): boolean =>
  names.includes(node.nodeName) || childrenOf(node).some((child) => hasOne(child, names));

/** Remembers of a paragraph that a tag is all it has. */
export function ownLine(paragraph: XmlNode, tag: string): void {
  if (!isGeneral(paragraph) || textOf(paragraph).trim() !== tag.trim()) return;
  paragraph.attributes = { ...paragraph.attributes, [mark]: '1' };
}

/** What is on a page though it has no letters. */
const visibleTags = ['w:drawing', 'w:pict', 'w:br', 'w:tab', 'w:sectPr', 'w:object', 'mc:AlternateContent'];

/** Numbers of pictures are there once, tables have rows, cells end with a paragraph, and lines that tags had to themselves are gone. */
export function tidyBody(root: XmlNode): void {
  let pictures = 0;
  const tidy = (node: XmlNode): void => {
    for (const child of [...childrenOf(node)]) tidy(child);
    if (!isGeneral(node)) return;
    const { attributes } = node;
    if (node.nodeName === 'wp:docPr' && attributes) attributes['id'] = String(++pictures);
    if (attributes) for (const name of ['w14:paraId', 'w14:textId']) delete attributes[name];
    if (node.nodeName === 'w:p' && attributes?.[mark] !== undefined) {
      delete attributes[mark];
      if (textOf(node).trim() === '' && !hasOne(node, visibleTags)) xml.modify.remove(node);
    } else if (node.nodeName === 'w:tbl' && !childrenOf(node).some(({ nodeName }) => nodeName === 'w:tr'))
      xml.modify.remove(node);
    else if (node.nodeName === 'w:tc' && childrenOf(node).at(-1)?.nodeName !== 'w:p')
      xml.modify.appendChild(node, xml.create.generalNode('w:p'));
  };
  tidy(root);
}
