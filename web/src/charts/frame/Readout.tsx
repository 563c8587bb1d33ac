import { Button } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from './kind.ts';

/**
 * The position of the line, then swatch, name, value, unit of each entry; without a crosshair the last values. It is the legend too:
 * a press on an entry hides or shows it, one with Alt or a double press shows it alone.
 */
export function Readout({
  entries,
  hidden,
  onHide,
  onIsolate,
  words,
  aside,
  onTrace,
  traceWords,
}: {
  /** All of them, those that are hidden too. */
  entries: readonly Entry[];
  hidden: ReadonlySet<string>;
  /** undefined = there is but one. */
  onHide: ((id: string) => void) | undefined;
  /** Shows one alone, or all again. */
  onIsolate: (id: string) => void;
  /** Where the line stands. */
  words: string;
  aside: ReactNode;
  /** Offered as a button beside the values. */
  onTrace: (() => void) | undefined;
  traceWords: string;
}) {
  const { t } = useTranslation();
  return (
    <div className="pl-readout" aria-live="off">
      <span className="pl-b">{words}</span>
      {entries.map((entry) =>
        onHide ? (
          <button
            key={entry.id}
            type="button"
            className="pl-bare entry"
            aria-pressed={!hidden.has(entry.id)}
            title={t('common:chart.hide')}
            onClick={({ altKey }) => (altKey ? onIsolate : onHide)(entry.id)}
            onDoubleClick={() => onIsolate(entry.id)}
          >
            <EntryWords entry={entry} />
          </button>
        ) : (
          <span key={entry.id}>
            <EntryWords entry={entry} />
          </span>
        ),
      )}
      {onTrace && (
        <Button size="small" onClick={onTrace}>
          {traceWords}
        </Button>
      )}
      <span className="pl-gap" />
      {aside}
    </div>
  );
}

function EntryWords({ entry: { name, value, unit, swatch } }: { entry: Entry }) {
  return (
    <>
      <i className={`key${swatch.shape === 'box' ? ' box' : ''}`} style={swatchStyle(swatch)} />
      <span className="pl-2 name">{name}</span>
      <b className="pl-bb">{value}</b>
      <span className="pl-3">{unit}</span>
    </>
  );
}

function swatchStyle({ colour, shape, opacity = 1 }: Entry['swatch']): CSSProperties {
  switch (shape) {
    case 'box':
      return { background: colour, opacity };
    case 'line':
      return { borderColor: colour, borderStyle: 'solid', opacity };
    case 'dashed':
      return { borderColor: colour, borderStyle: 'dashed', opacity };
    default:
      return shape satisfies never;
  }
}
