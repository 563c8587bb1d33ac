import './imports.css';
import { FileOutlined } from '@ant-design/icons';
import { history } from '@plumbline/contract/history';
import { type Import, imports } from '@plumbline/contract/imports';
import type { FileReading, ImportLayout } from '@plumbline/contract/imports.mapping';
import { type Point, points } from '@plumbline/contract/points';
import { Button, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { StepWizard } from '../../design/form/StepWizard.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { formatCount } from '../../kernel/format.ts';
import { useStoredProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';
import { TaskBar } from '../tasks/tasks.parts.tsx';
import { CheckStep } from './CheckStep.tsx';
import { LayoutStep } from './LayoutStep.tsx';
import { MappingStep } from './MappingStep.tsx';
import { type Draft, draftOf, mappingOf, takesImport } from './mapping.ts';

const maxPoints = 2_000;

/** The way of one file into the store: how it is read, what its columns are, a dry run, and only then the import. */
export function ImportWizard({ importId, onLeave }: { importId: number; onLeave: () => void }) {
  const { project } = useStoredProject();
  const query = useRead(imports.get, { projectId: project.id, importId });
  const list = useRead(points.list, { projectId: project.id, pageSize: maxPoints });
  return (
    <Answer query={query} loading={<SkeletonRows rows={6} />}>
      {(data) => (
        <>
          <p className="pl-row tight imp-file">
            <FileOutlined className="pl-3" />
            <span className="pl-ell" title={data.import.fileName}>
              {data.import.fileName}
            </span>
          </p>
          <Answer query={list} loading={<SkeletonRows rows={6} />}>
            {({ measuringPoints }) =>
              data.import.state === 'applying' || data.import.state === 'applied' ? (
                <Applied found={data.import} onLeave={onLeave} />
              ) : (
                <Steps
                  key={importId}
                  found={data.import}
                  points={measuringPoints.filter(takesImport)}
                  onLeave={onLeave}
                />
              )
            }
          </Answer>
        </>
      )}
    </Answer>
  );
}

function Steps({ found, points: all, onLeave }: { found: Import; points: readonly Point[]; onLeave: () => void }) {
  const { t } = useTranslation();
  const { run: saveMapping } = useWrite(imports.saveMapping);
  const { run: checkImport } = useWrite(imports.check);
  const { run: applyImport } = useWrite(imports.apply);
  const { project } = useStoredProject();
  const toasts = useToasts();
  const [layout, setLayout] = useState<ImportLayout>(found.layout);
  const [reading, setReading] = useState<FileReading>(found.mapping?.reading ?? {});
  const [draft, setDraft] = useState<Draft>(() => draftOf(found.layout, found.mapping, project.timeZone));
  const byId = useMemo(() => new Map(all.map((point) => [point.id, point])), [all]);
  const mapping = mappingOf(draft, reading, byId);
  const saved = useRead(imports.mappings, { projectId: project.id });
  const fitting = saved.data?.mappings.filter(({ format }) => format === found.format) ?? [];
  const begin = found.state === 'checking' || found.state === 'checked' ? 'check' : 'look';
  const [step, setStep] = useState(begin);
  return (
    <StepWizard
      at={step}
      onStep={setStep}
      onCancel={onLeave}
      finish={
        found.counts?.overwritten
          ? t('imports:applyOver', { overwritten: formatCount(found.counts.overwritten) })
          : t('imports:apply')
      }
      onFinish={async () => {
        await applyImport({ projectId: project.id, importId: found.id });
      }}
      steps={[
        {
          key: 'look',
          title: t('imports:step.look'),
          content: (
            <LayoutStep
              found={found}
              layout={layout}
              reading={reading}
              onLayout={(detected, next) => {
                setLayout(detected);
                setReading(next);
                setDraft(draftOf(detected, null, draft.timeZone));
              }}
            />
          ),
        },
        {
          key: 'map',
          title: t('imports:step.map'),
          next: t('imports:check'),
          ...(mapping ? {} : { blocked: t('imports:notMapped') }),
          check: async () => {
            if (!mapping) return false;
            await checkImport({ projectId: project.id, importId: found.id, mapping });
            return true;
          },
          content: (
            <>
              {fitting.length > 0 && (
                <Select
                  style={{ minWidth: 240, marginBottom: 12 }}
                  placeholder={t('imports:useMapping')}
                  aria-label={t('imports:useMapping')}
                  value={null}
                  options={fitting.map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={(id: number | null) => {
                    const chosen = fitting.find((each) => each.id === id);
                    if (chosen) setDraft(draftOf(layout, chosen.mapping, project.timeZone));
                  }}
                />
              )}
              <MappingStep layout={layout} draft={draft} points={all} onChange={setDraft} />
              {mapping && (
                <Button
                  style={{ marginTop: 12 }}
                  onClick={() => {
                    const name = found.fileName.replace(/\.[^.]*$/, '').slice(0, 50) || found.format;
                    void saveMapping({ projectId: project.id, name, format: found.format, mapping })
                      .then(() => toasts.done(t('imports:mappingSaved', { name })))
                      .catch(toasts.failed);
                  }}
                >
                  {t('imports:saveMapping')}
                </Button>
              )}
            </>
          ),
        },
        {
          key: 'check',
          title: t('imports:step.check'),
          ...(found.state === 'checking'
            ? { blocked: t('imports:checking') }
            : (found.counts?.added ?? 0) + (found.counts?.overwritten ?? 0) === 0
              ? { blocked: t('imports:nothingToImport') }
              : {}),
          content: <CheckStep found={found} points={byId} />,
        },
      ]}
    />
  );
}

/** The import while it runs, and what came of it. */
function Applied({ found, onLeave }: { found: Import; onLeave: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: undoChange } = useWrite(history.undo);
  const { project } = useStoredProject();
  const { changeId, changePointId, counts } = found;
  const [undoing, setUndoing] = useState<number | null>(null);
  const undo = async (): Promise<void> => {
    if (changeId === null || changePointId === null) return;
    const { taskId } = await undoChange({ pointId: changePointId, changeId });
    setUndoing(taskId);
    toasts.done(t(taskId === null ? 'imports:undone' : 'readings:change.undoing'));
  };
  return (
    <div className="imp-applied">
      {found.taskId !== null && (
        <TaskBar
          taskId={found.taskId}
          resultOf={() =>
            counts &&
            t('imports:result', {
              added: formatCount(counts.added),
              overwritten: formatCount(counts.overwritten),
              refused: formatCount(counts.refused),
            })
          }
        />
      )}
      {undoing !== null && <TaskBar taskId={undoing} />}
      <div className="pl-row" style={{ marginTop: 16 }}>
        {found.state === 'applied' && changePointId !== null && (
          <Link
            to={to(
              'DataView',
              { projectId: project.id },
              { point: changePointId, from: found.from ?? undefined, to: found.to ?? undefined },
            )}
          >
            {t('imports:openData')}
          </Link>
        )}
        <span className="pl-gap" />
        {found.state === 'applied' && changeId !== null && found.undoneAt === null && undoing === null && (
          <Button onClick={() => void undo().catch(toasts.failed)}>{t('imports:undo')}</Button>
        )}
        <Button type="primary" onClick={onLeave}>
          {t('common:close')}
        </Button>
      </div>
    </div>
  );
}
