import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { anchorOf, type Block, blocksOf, guideLink, inlineOf } from './markdown.ts';

/** A page of the guide as it is read. Links between its pages stay in the product. */
export function GuideText({ text, page, language }: { text: string; page: string; language: string }) {
  return blocksOf(text).map((block, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page do not change
    <BlockText key={i} block={block} page={page} language={language} />
  ));
}

function BlockText({ block, page, language }: { block: Block; page: string; language: string }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 2 ? 'h2' : 'h3';
      return (
        <Heading id={`guide-${anchorOf(block.text)}`}>
          <Words text={block.text} page={page} />
        </Heading>
      );
    }
    case 'code':
      return <pre className="pl-mono">{block.text}</pre>;
    case 'picture':
      return (
        <figure>
          <img src={`guide/${language}/${block.name}.webp`} alt={block.text} loading="lazy" />
          <figcaption className="pl-sm pl-3">{block.text}</figcaption>
        </figure>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((each) => (
            <li key={each}>
              <Words text={each} page={page} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <TableText heading={block.heading} rows={block.rows} page={page} />;
    default:
      return (
        <p>
          <Words text={block.text} page={page} />
        </p>
      );
  }
}

function TableText({
  heading,
  rows,
  page,
}: {
  heading: readonly string[];
  rows: readonly (readonly string[])[];
  page: string;
}) {
  return (
    <div className="table">
      <table>
        <thead>
          <tr>
            {heading.map((cell) => (
              <th key={cell}>
                <Words text={cell} page={page} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.join(' ')}>
              {cells.map((cell, i) => (
                <td key={heading[i] ?? i}>
                  <Words text={cell} page={page} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Words({ text, page }: { text: string; page: string }) {
  return inlineOf(text).map((part, i) => {
    const key = `${i} ${part.text}`;
    if (part.kind === 'code') return <code key={key}>{part.text}</code>;
    if (part.kind === 'bold') return <b key={key}>{part.text}</b>;
    if (part.kind === 'link') return <Target key={key} text={part.text} target={part.to} page={page} />;
    return part.text;
  });
}

/** Another page of the guide, a heading of this one, an address outside; what lies elsewhere in the source is named and no link. */
function Target({ text, target, page }: { text: string; target: string; page: string }) {
  const { name, at } = guideLink(target) ?? {};
  if (name !== undefined) return <Link to={to('Documents', {}, { page: name || page, at })}>{text}</Link>;
  if (/^https?:/.test(target))
    return (
      <a href={target} target="_blank" rel="noreferrer">
        {text}
      </a>
    );
  return text;
}
