import './paper.css';
import './report-sheet.css';
import { PrinterOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProject } from '../kernel/project.tsx';
import { ThemeProvider } from './theme.tsx';
import { paint } from './tokens.ts';

/** A line of the head. */
export interface Fact {
  readonly name: string;
  readonly words: string;
}

/**
 * A report on paper: A4, in the white theme whatever the page wears, the same on the screen and in print. Invariant: a
 * conclusion typed here is in the page alone; it is printed, and nowhere kept. Where one is kept elsewhere, none is typed here.
 */
export function Sheet({
  title,
  facts,
  warnings,
  hasConclusion = true,
  children,
}: {
  title: string;
  facts: readonly Fact[];
  /** What is missing or past: said before anything else. */
  warnings: readonly string[];
  hasConclusion?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const white = useCallback((element: HTMLElement | null) => {
    if (element) paint(element, 'white');
  }, []);
  return (
    <div className="rp-desk">
      <div className="rp-bar">
        <span className="pl-3 pl-sm">{hasConclusion && t('reports:note')}</span>
        <span className="pl-gap" />
        <Button size="small" type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
          {t('reports:print')}
        </Button>
      </div>
      <ThemeProvider value="white">
        <article ref={white} className="rp pl-paper" aria-label={title}>
          <header>
            <h2>{title}</h2>
            <p>{project.name}</p>
          </header>
          <Facts facts={facts} />
          {warnings.length > 0 && (
            <ul className="rp-warnings">
              {warnings.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
          {children}
          {hasConclusion && <Conclusion />}
        </article>
      </ThemeProvider>
    </div>
  );
}

/** The lines of the head. */
const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="rp-facts">
    {facts.map(({ name, words }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{words}</dd>
      </div>
    ))}
  </dl>
);

/** What the person who signs makes of it. */
function Conclusion() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  return (
    <section className={text === '' ? 'rp-conclusion blank' : 'rp-conclusion'}>
      <h3>{t('reports:conclusion')}</h3>
      <Input.TextArea
        className="rp-typed"
        aria-label={t('reports:conclusion')}
        autoSize={{ minRows: 3 }}
        maxLength={4000}
        placeholder={t('reports:conclusionHint')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="rp-printed">{text}</p>
    </section>
  );
}

/** A part of the report under its heading. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="rp-part">
    <h3>{title}</h3>
    {children}
  </section>
);

/** A table on paper: all of it is there, numbers right. `ofWords` = it has none, and its cells break. */
export function PaperTable({
  heads,
  rows,
  ofWords = false,
}: {
  ofWords?: boolean;
  heads: readonly string[];
  rows: readonly { readonly key: string | number; readonly cells: readonly ReactNode[] }[];
}) {
  return (
    <table className={`rp-table${ofWords ? ' words' : ''}`}>
      <thead>
        <tr>
          {heads.map((head, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two surveys of one minute have the same head
            <th key={i}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells stand in the order of the heads
              <td key={i}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
