import { wordKey } from '../../../kernel/words.ts';
import './history.css';
import { areDirections, type FamilyCode } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { history } from '@plumbline/contract/readings/history';
import type { Trace } from '@plumbline/contract/readings/history.trace';
import { formatSpan } from '@plumbline/science/display/span';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../../design/SidePanel.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatChange, formatNumber, formatTime, formatZone } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';

type Step = Trace['steps'][number];
type Raw = Extract<Step, { readonly kind: 'raw' }>;
type CorrectionStep = Extract<Step, { readonly kind: 'shift' | 'topshift' | 'initshift' | 'basenode' }>;
type Named = { name: string; value: number | null };

/** Where one shown value comes from: the sample, every step to what is shown, its quality, its way here, and what stood there before. */
export function TracePanel({
  point,
  field,
  at,
  onClose,
}: {
  point: Point;
  field: string;
  /** The time of the reading, epoch ms; null = closed. */
  at: number | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  return (
    <SidePanel
      open={at !== null}
      onClose={onClose}
      flush
      title={
        <>
          {t('readings:trace.title')} <span className="pl-2">{point.name}</span>
        </>
      }
    >
      {at !== null && (
        <div className="trace">
          <div className="trace-head pl-num">
            {formatTime(at, project.timeZone)} {formatZone(project.timeZone, at)}
          </div>
          <Traced point={point} field={field} at={at} />
        </div>
      )}
    </SidePanel>
  );
}

function Traced({ point, field, at }: { point: Point; field: string; at: number }) {
  const query = useRead(history.trace, { pointId: point.id, field, at: new Date(at).toISOString() });
  return (
    <Answer query={query} loading={<SkeletonRows rows={6} />}>
      {({ trace }) => (
        <>
          <ol className="trace-steps">
            {trace.steps.map((step, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one answer
              <StepRow key={i} step={step} trace={trace} point={point} />
            ))}
          </ol>
          <Way trace={trace} />
          <Versions trace={trace} />
        </>
      )}
    </Answer>
  );
}

/** One step: its name, what it worked with, its number at the right. */
function Row({
  name,
  number,
  unit,
  children,
}: {
  name: ReactNode;
  number?: string;
  unit?: string;
  children?: ReactNode;
}) {
  return (
    <li>
      <div className="pl-row">
        <span className="pl-b">{name}</span>
        <span className="pl-gap" />
        {number !== undefined && (
          <b className="pl-num">
            {number} {unit && <small className="pl-3">{unit}</small>}
          </b>
        )}
      </div>
      {children && <div className="pl-sm pl-2">{children}</div>}
    </li>
  );
}

const Pairs = ({ pairs }: { pairs: readonly Named[] }) => (
  <span className="trace-pairs">
    {pairs.map(({ name, value }) => (
      <span key={name}>
        {name} <b className="pl-num">{value === null ? '—' : String(value)}</b>
      </span>
    ))}
  </span>
);

/** The numbers that a step reads, and which of them the point does not set itself: its device does. */
function Inputs({
  pairs,
  fromDevice,
}: {
  pairs: readonly { name: string; value: number | null }[];
  fromDevice: readonly string[];
}) {
  const { t } = useTranslation();
  const names = pairs.flatMap(({ name }) => (fromDevice.includes(name) ? [name] : []));
  return (
    <>
      {pairs.length > 0 && <Pairs pairs={pairs} />}
      {names.length > 0 && (
        <span className="pl-3 pl-sm">{t('readings:trace.fromDevice', { names: names.join(', ') })}</span>
      )}
    </>
  );
}

function StepRow({ step, trace, point }: { step: Step; trace: Trace; point: Point }) {
  const { t } = useTranslation();
  const field = useFieldWord()(point.family, trace.field);
  const number = (value: number | null): string => formatNumber(value, trace.precision);
  const name = t(wordKey(`readings:trace.step.${step.kind}`));
  switch (step.kind) {
    case 'raw':
      return (
        <Row name={name}>
          {step.sources.length > 0 ? <Sources step={step} /> : <Sample step={step} />}
          {step.line && <FileLine line={step.line} />}
        </Row>
      );
    case 'system':
      return (
        <Row name={name} number={number(step.value)} unit={trace.unit}>
          {t(wordKey(`families:family.${step.family}`))}
          <Inputs pairs={step.parameters} fromDevice={trace.conversion.fromDevice} />
        </Row>
      );
    case 'custom':
      return (
        <Row name={name} number={number(step.value)} unit={trace.unit}>
          <code className="pl-mono">{step.formula}</code>
          <Inputs pairs={step.variables} fromDevice={trace.conversion.fromDevice} />
        </Row>
      );
    case 'stored':
      return (
        <Row name={name} number={number(step.value)} unit={trace.unit}>
          {step.agrees === false && t('readings:trace.disagrees')}
        </Row>
      );
    case 'shift':
    case 'topshift':
    case 'initshift':
    case 'basenode':
      return <CorrectionRow step={step} trace={trace} />;
    case 'temperature':
      return <TemperatureRow name={name} step={step} trace={trace} />;
    case 'cumulative':
      return (
        <Row
          name={name}
          // The cumulative of an azimuth is a direction, which has no sign.
          number={areDirections([trace.field]) ? number(step.value) : formatChange(step.value, trace.precision)}
          unit={trace.unit}
        >
          {step.initial !== null && t('readings:trace.initial', { value: number(step.initial) })}
          <Components step={step} trace={trace} />
        </Row>
      );
    case 'rate':
      return <Row name={name} number={formatChange(step.value, trace.precision)} unit={step.unit} />;
    case 'shown':
      return <Row name={<NameOf step={name} field={field} />} number={number(step.value)} unit={trace.unit} />;
    default:
      return <Row name={name} number={number(step.value)} unit={trace.unit} />;
  }
}

const NameOf = ({ step, field }: { step: string; field: string }) => (
  <>
    {step} <span className="pl-2">{field}</span>
  </>
);

/** The components that a change is computed from, each with what it counts from. */
function Components({ step, trace }: { step: Extract<Step, { readonly kind: 'cumulative' }>; trace: Trace }) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const number = (value: number | null): string => formatNumber(value, trace.precision);
  return step.components.map(({ field, value, initial }) => (
    <div key={field}>
      {fieldWord(trace.conversion.family as FamilyCode, field)} {number(value)}{' '}
      {t('readings:trace.initial', { value: number(initial) })}
    </div>
  ));
}

/** Of what an import brought: where in the file it stands, and how its numbers were converted. */
function FileLine({ line: { fileName, from, to, factors } }: { line: NonNullable<Raw['line']> }) {
  const { t } = useTranslation();
  const converted = factors.filter(({ factor, offset, sine }) => factor !== 1 || offset !== 0 || sine);
  return (
    <>
      <div>
        {from === null
          ? t('readings:trace.lineUnknown', { file: fileName })
          : t('readings:trace.line', { file: fileName, lines: from === to ? from : `${from}–${to}` })}
      </div>
      {converted.map(({ name, factor, offset, sine }) => (
        <div key={`${name} ${factor} ${offset}`}>
          <code className="pl-mono">
            {name} = {sine ? `asin(x × ${factor})` : `x × ${factor}`}
            {offset !== 0 && ` ${offset < 0 ? '−' : '+'} ${Math.abs(offset)}`}
          </code>
        </div>
      ))}
      {from !== null && converted.length === 0 && <div>{t('readings:trace.asWritten')}</div>}
    </>
  );
}

/** Of a composite: which reading of which point each variable is. */
function Sources({ step }: { step: Raw }) {
  const { t } = useTranslation();
  const { project } = useProject();
  return step.sources.map(({ variable, pointId, name, at, value }) => (
    <div key={`${pointId} ${variable}`}>
      {variable && <code className="pl-mono">{variable} </code>}
      <b className="pl-num">{value === null ? '—' : String(value)}</b> {name}{' '}
      <span className="pl-3 pl-num">
        {at === null ? t('readings:trace.sourceGone') : formatTime(at, project.timeZone)}
      </span>
    </div>
  ));
}

/** The variables that a conversion took from the sample, else the sample as it came. */
const Sample = ({ step }: { step: Raw }) =>
  step.variables.length > 0 ? (
    <Pairs pairs={step.variables} />
  ) : (
    <code className="pl-mono">{JSON.stringify(step.sample)}</code>
  );

/** What the temperature of the reading took off. */
function TemperatureRow({
  name,
  step: { before, after, temperature, reference, coefficient },
  trace,
}: {
  name: string;
  step: Extract<Step, { readonly kind: 'temperature' }>;
  trace: Trace;
}) {
  const { t } = useTranslation();
  const change = before === null || after === null ? null : after - before;
  return (
    <Row name={name} number={formatChange(change, trace.precision)} unit={trace.unit}>
      {t('readings:trace.atTemperature', {
        temperature: formatNumber(temperature, 2),
        reference: formatNumber(reference, 2),
        coefficient: formatNumber(coefficient, 6),
      })}
    </Row>
  );
}

/** What a correction moved the value by, or, of a new zero, what it is counted from. */
function CorrectionRow({ step, trace }: { step: CorrectionStep; trace: Trace }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const change = step.before === null || step.after === null ? null : step.after - step.before;
  return (
    <Row
      name={t(`corrections:kind.${step.kind}`)}
      number={
        step.kind === 'initshift' ? formatNumber(step.after, trace.precision) : formatChange(change, trace.precision)
      }
      unit={trace.unit}
    >
      {t('readings:trace.since', { time: formatTime(step.correction.startAt, project.timeZone) })}
      {' · '}
      {step.correction.reason}
    </Row>
  );
}

/** Quality, device, times, and the act that brought it. */
function Way({ trace }: { trace: Trace }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { project } = useProject();
  const time = (at: string): string => formatTime(at, project.timeZone);
  const rows: [string, ReactNode][] = [
    [
      t('readings:trace.quality'),
      [t(`readings:quality.${trace.quality}`), ...trace.tests.map((test) => t(`readings:qualityTest.${test}`))].join(
        ' · ',
      ),
    ],
    [
      t('readings:trace.receivedAt'),
      `${time(trace.receivedAt)} (${t('readings:trace.delay', { span: formatSpan(trace.delaySeconds, language) })})`,
    ],
    [
      t('readings:trace.from'),
      trace.device
        ? [trace.device.sncode ?? `#${trace.device.id}`, trace.conversion.channel].filter(Boolean).join(' / ')
        : t('readings:trace.byHand'),
    ],
    ...(trace.change
      ? [
          [
            t('readings:trace.act'),
            `${t(`readings:change.kind.${trace.change.kind}`)}: ${trace.change.reason} (${trace.change.byName}, ${time(trace.change.at)})`,
          ] as [string, ReactNode],
        ]
      : []),
  ];
  return (
    <dl className="trace-way">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className="pl-sm pl-3">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Versions({ trace }: { trace: Trace }) {
  const { t } = useTranslation();
  const { project } = useProject();
  if (trace.versions.length === 0) return null;
  return (
    <div className="trace-versions">
      <h4>{t('readings:trace.versions')}</h4>
      {trace.versions.map((version) => (
        <div key={version.replacedAt} className="pl-row">
          <span>
            <span className="pl-num">{formatTime(version.replacedAt, project.timeZone)}</span>
            <span className="pl-sm pl-3" style={{ display: 'block' }}>
              {version.change
                ? `${t(`readings:change.kind.${version.change.kind}`)}: ${version.change.reason}`
                : t('readings:trace.sentAgain')}
            </span>
          </span>
          <span className="pl-gap" />
          <b className="pl-num">{formatNumber(version.value, trace.precision)}</b>
          <small className="pl-3">{trace.unit}</small>
        </div>
      ))}
    </div>
  );
}
