import type { imports } from '@plumbline/contract/readings/imports';
import type { ProbeFault } from '@plumbline/science/profiles/probe-file';
import { useTranslation } from 'react-i18next';
import { formatCount, formatNumber, missing } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { type ProbeRun, probeRows } from './probe-run.ts';

type Checked = Reply<typeof imports.importProbe>;

/** Why a file could not be read, line by line; nothing of it is stored. */
export function ProbeFaults({ faults }: { faults: readonly ProbeFault[] }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="pl-wrong pl-sm">
      <p>{t('imports:probe.unreadable')}</p>
      <ul>
        {faults.map(({ line, fault, found }) => (
          <li key={`${line} ${fault} ${found}`}>
            {t('imports:probe.faultAt', { line, words: t(`imports:probe.faults.${fault}`, { found }) })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Counts are whole and may have eight digits: never in powers of ten. */
const countWords = (count: number | null): string =>
  count === null ? missing : formatCount(Math.round(count * 10) / 10);

/** The sums of both directions of each axis: alike all the way down, or a reading is wrong. */
export function ProbeChecks({ checked: { checks, result, x, y } }: { checked: Checked }) {
  const { t } = useTranslation();
  const unknown = [...x, ...(checks.b ? y : [])].some((each) => each === null);
  return (
    <div className="pl-sm">
      {(['a', 'b'] as const).map((axis) => {
        const check = checks[axis];
        if (!check) return <p key={axis}>{t('imports:probe.oneAxis')}</p>;
        const values = { mean: countWords(check.mean), deviation: countWords(check.deviation) };
        return (
          <p key={axis}>
            {t('imports:probe.sums', { axis: axis.toUpperCase(), ...values })}{' '}
            {check.outliers.length > 0 && (
              <b className="pl-wrong">{t('imports:probe.outliers', { count: check.outliers.length })}</b>
            )}
          </p>
        );
      })}
      {unknown && <p className="pl-wrong">{t('imports:probe.incomplete')}</p>}
      {result !== 'added' && <p>{t(`imports:probe.would.${result}`)}</p>}
    </div>
  );
}

/** The run interval by interval, with what it says of the casing once the server has calculated it. */
export function ProbeTable({
  run,
  checked,
  outliersOf,
}: {
  run: ProbeRun;
  checked: Checked | null;
  outliersOf: Checked | null;
}) {
  const { t } = useTranslation();
  const rows = probeRows(run);
  const wrong = (axis: 'a' | 'b', place: number): string =>
    outliersOf?.checks[axis]?.outliers.includes(place) ? 'pl-num pl-wrong' : 'pl-num';
  const millimetres = (value: number | null | undefined): string =>
    value === null || value === undefined ? missing : formatNumber(value, 3);
  const headings = ['depth', 'a0', 'a180', 'sumA', 'b0', 'b180', 'sumB', 'x', 'y'] as const;
  return (
    <div className="pt-scroll pr-run-table">
      <table className="pt-table" aria-label={t('imports:probe.table')}>
        <thead>
          <tr>
            {headings.map((key) => (
              <th key={key}>{t(`imports:probe.columns.${key}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ depthM, a0, a180, sumA, b0, b180, sumB }, i) => (
            <tr key={depthM}>
              <td className="pl-num">{formatNumber(depthM, 2)}</td>
              <td className="pl-num">{countWords(a0)}</td>
              <td className="pl-num">{countWords(a180)}</td>
              <td className={wrong('a', i)}>{countWords(sumA)}</td>
              <td className="pl-num">{countWords(b0)}</td>
              <td className="pl-num">{countWords(b180)}</td>
              <td className={wrong('b', i)}>{countWords(sumB)}</td>
              <td className="pl-num">{millimetres(checked?.x[i])}</td>
              <td className="pl-num">{millimetres(checked?.y[i])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
