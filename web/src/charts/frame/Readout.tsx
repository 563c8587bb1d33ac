import { Button } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from './kind.ts';

/**
 * The position of the line, then swatch, name, value, unit of each entry; without a crosshair the last values. It is the legend too:
 * a press on an entry hides or shows it.
 */
export function Readout({
  entries,
  hidden,
  onHide,
  words,
  aside,
  onTrace,
}: {
  /** All of them, those that are hidden too. */
  entries: readonly Entry[];
  hidden: ReadonlySet<string>;
  /** undefined = there is but one. */
  onHide: ((id: string) => void) | undefined;
  /** Where the line stands. */
  words: string;
  aside: ReactNode;
  /** Offered as a button beside the values. */
  onTrace: (() => void) | undefined;
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
            onClick={() => onHide(entry.id)}
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
          {t('common:chart.trace')}
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

function swatchStyle({ colour, shape }: Entry['swatch']): CSSProperties {
  switch (shape) {
    case 'box':
      return { background: colour };
    case 'line':
      return { borderColor: colour, borderStyle: 'solid' };
    case 'dashed':
      return { borderColor: colour, borderStyle: 'dashed' };
    default:
      return shape satisfies never;
  }
}
