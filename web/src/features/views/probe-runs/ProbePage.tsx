import './probe-runs.css';
import { batches } from '@plumbline/contract/points/batches';
import { type Point, points } from '@plumbline/contract/points/points';
import { imports } from '@plumbline/contract/readings/imports';
import { chainForms } from '@plumbline/science/sensors/chain';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { PagePath } from '../../../design/PagePath.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatZone } from '../../../kernel/format.ts';
import { useStoredProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { NewCasing } from './NewCasing.tsx';
import { ProbeChecks, ProbeFaults, ProbeTable } from './ProbeParts.tsx';
import { type ProbeRun, questionOf, readProbeRun, timeWords, withInitial } from './probe-run.ts';

const takes = { types: ['.csv', '.txt'], maxBytes: 2 * 1024 * 1024 };
type Checked = Reply<typeof imports.importProbe>;

/** Casings that people read by hand. */
const isProbed = ({ type, family, nodeCount, parameters, archivedAt }: Point): boolean =>
  type === 2 &&
  family === 'deepDisplacement' &&
  nodeCount > 0 &&
  archivedAt === null &&
  (chainForms[parameters['form'] ?? 0] ?? 'vertical') === 'vertical';

/** Runs of an inclinometer probe, from the file of its readout: checked, looked at, and stored with the counts as they were read. */
export default function ProbePage() {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const query = useRead(points.list, { projectId: project.id, pageSize: 2_000 });
  const mayMake = useAllowed()(batches.batchCreate);
  return (
    <Page
      title={
        <PagePath to={to('DataImport', { projectId: project.id })} above={t('imports:title')}>
          {t('imports:probe.title')}
        </PagePath>
      }
      note={t('common:zone', { zone: formatZone(project.timeZone) })}
    >
      <Answer
        query={query}
        loading={<SkeletonRows rows={6} />}
        isEmpty={({ measuringPoints }) => !mayMake && !measuringPoints.some(isProbed)}
        empty={
          <Empty title={t('imports:probe.noPoints')} why={t('imports:probe.noPointsWhy')}>
            <Link to={to('ProjectPoints', { projectId: project.id })}>{t('imports:entry.toPoints')}</Link>
          </Empty>
        }
      >
        {({ measuringPoints }) => <ProbeImport all={measuringPoints.filter(isProbed)} />}
      </Answer>
    </Page>
  );
}

/** A run of a casing has as many depths as that has intervals. */
const fits = (run: ProbeRun, point: Point | undefined): boolean => point?.nodeCount === run.depthsM.length;

function ProbeImport({ all }: { all: readonly Point[] }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useUrlState('point', '');
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<ReturnType<typeof readProbeRun> | null>(null);
  const point = all.find(({ id }) => String(id) === chosen) ?? all[0];
  const open = async (next: File | null): Promise<void> => {
    setFile(next);
    setRead(next === null ? null : readProbeRun(await next.text()));
  };
  return (
    <div className="pr-run">
      {point ? (
        <Select
          aria-label={t('imports:probe.point')}
          value={point.id}
          options={all.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => setChosen(String(id))}
          showSearch
          optionFilterProp="label"
          popupMatchSelectWidth={false}
          style={{ minWidth: 200 }}
        />
      ) : (
        <p className="pl-2">{t('imports:probe.casing.none')}</p>
      )}
      <FileDrop takes={takes} file={file} onFile={(next) => void open(next)} label={t('imports:probe.drop')}>
        <span className="pl-sm pl-3">{t('imports:probe.note')}</span>
      </FileDrop>
      {read && read.run === null && <ProbeFaults faults={read.faults} />}
      {read?.run && !fits(read.run, point) && (
        <NewCasing key={file?.name} run={read.run} onMade={(id) => setChosen(String(id))} />
      )}
      {read?.run && file && point && (
        <OpenRun
          key={`${point.id} ${file.name} ${file.lastModified}`}
          point={point}
          run={read.run}
          onDone={() => void open(null)}
        />
      )}
    </div>
  );
}

/** A run that could be read: when it was measured, what its counts mean, what the server says of it. */
function OpenRun({ point, run, onDone }: { point: Point; run: ProbeRun; onDone: () => void }) {
  const { t } = useTranslation();
  const [at, setAt] = useState(() => timeWords(run));
  const [constant, setConstant] = useState<number | null>(run.constant);
  const [isInitial, setInitial] = useState(true);
  const { checked, check, store, busy, forget } = useRun(point, run, onDone);
  const question = questionOf(run, constant);
  const ready = question !== null && at.trim() !== '';
  const asInitial = checked !== null && !checked.hasInitial && isInitial;
  return (
    <>
      <RunFields
        {...{ point, run, at, constant }}
        onAt={(next) => {
          setAt(next);
          forget();
        }}
        onConstant={(next) => {
          setConstant(next);
          forget();
        }}
      />
      {run.declaredDepths !== null && run.declaredDepths !== run.depthsM.length && (
        <p role="alert" className="pl-wrong pl-sm">
          {t('imports:probe.declared', { declared: run.declaredDepths, count: run.depthsM.length })}
        </p>
      )}
      {checked && !checked.hasInitial && (
        <Checkbox checked={isInitial} onChange={({ target }) => setInitial(target.checked)}>
          {t('imports:probe.initial')}
        </Checkbox>
      )}
      {checked && <ProbeChecks checked={checked} />}
      <div className="pl-row">
        <Button loading={busy} disabled={!ready} onClick={() => question && void check(at, question)}>
          {t('imports:probe.check')}
        </Button>
        <Button
          type="primary"
          loading={busy}
          disabled={!ready || checked === null}
          onClick={() => question && void store(at, question, asInitial)}
        >
          {t('imports:probe.store')}
        </Button>
      </div>
      <ProbeTable run={run} checked={asInitial ? null : checked} outliersOf={checked} />
    </>
  );
}

/** When the run was measured, and what its counts mean where the file does not say. */
function RunFields({
  point,
  run,
  at,
  constant,
  onAt,
  onConstant,
}: {
  point: Point;
  run: ProbeRun;
  at: string;
  constant: number | null;
  onAt: (at: string) => void;
  onConstant: (constant: number | null) => void;
}) {
  const { t } = useTranslation();
  const [atId, constantId] = [useId(), useId()];
  return (
    <div className="pr-run-fields">
      <div>
        <label htmlFor={atId}>{t('imports:probe.at')}</label>
        <Input id={atId} value={at} placeholder="YYYY-MM-DD HH:mm:ss" onChange={({ target }) => onAt(target.value)} />
      </div>
      <div>
        <label htmlFor={constantId}>{t('imports:probe.constant')}</label>
        <InputNumber
          id={constantId}
          value={constant}
          min={1}
          controls={false}
          style={{ width: 140 }}
          disabled={run.constant !== null}
          onChange={onConstant}
        />
      </div>
      {run.installation !== null && (
        <p className="pl-2 pl-sm">{t('imports:probe.installation', { file: run.installation, point: point.name })}</p>
      )}
    </div>
  );
}

type Question = NonNullable<ReturnType<typeof questionOf>>;

/** What is asked of the server: a dry run first, then the run itself, and before the first one the angles that it counts from. */
function useRun(point: Point, run: ProbeRun, onDone: () => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: importProbe } = useWrite(imports.importProbe);
  const { run: updatePoint } = useWrite(points.update);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [busy, setBusy] = useState(false);
  const trying = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    checked,
    busy,
    forget: () => setChecked(null),
    check: (at: string, question: Question) =>
      trying(async () => {
        setChecked(null);
        setChecked(await importProbe({ pointId: point.id, at, ...question, dryRun: true }));
      }),
    store: (at: string, question: Question, asInitial: boolean) =>
      trying(async () => {
        if (asInitial) {
          const reason = t('imports:probe.initialReason', { at });
          await updatePoint(
            { pointId: point.id, parameters: withInitial(point.parameters, question), reason },
            { over: point },
          );
        }
        const { result } = await importProbe({ pointId: point.id, at, ...question, reason: run.installation ?? '' });
        toasts.done(t(`imports:probe.results.${result}`));
        onDone();
      }),
  };
}
