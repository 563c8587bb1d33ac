import './imports.css';
import { FileOutlined } from '@ant-design/icons';
import { type Point, points } from '@plumbline/contract/points/points';
import { history } from '@plumbline/contract/readings/history';
import { type Import, imports } from '@plumbline/contract/readings/imports';
import type { FileReading, ImportLayout, Mapping } from '@plumbline/contract/readings/imports.mapping';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { StepWizard } from '../../../design/form/StepWizard.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useStoredProject } from '../../../kernel/project.tsx';
import { read, useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { TaskBar } from '../../platform/tasks/tasks.parts.tsx';
import { CheckStep } from './CheckStep.tsx';
import { mappingOf } from './draft-mapping.ts';
import { draftOf, filledDraft } from './first-draft.ts';
import { LayoutStep } from './LayoutStep.tsx';
import { MappingStep } from './MappingStep.tsx';
import { MissingPoints } from './MissingPoints.tsx';
import { type Draft, takesImport } from './mapping.ts';
import { missingPoints } from './missing-points.ts';
import { SavedMappings, SaveMapping } from './SavedMappings.tsx';

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

/** Long because the steps share one draft, and stand here in the order in which they are gone through. */
function Steps({ found, points: all, onLeave }: { found: Import; points: readonly Point[]; onLeave: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: checkImport } = useWrite(imports.check);
  const { run: applyImport } = useWrite(imports.apply);
  const { project } = useStoredProject();
  const byId = useMemo(() => new Map(all.map((point) => [point.id, point])), [all]);
  const { layout, reading, draft, setDraft, takeLayout, takeMapping, suggestAgain } = useImportDraft(found);
  const mapping = mappingOf(draft, reading, byId);
  const saved = useRead(imports.mappings, { projectId: project.id });
  const fitting = saved.data?.mappings.filter(({ format }) => format === found.format) ?? [];
  const [step, setStep] = useState(found.state === 'checking' || found.state === 'checked' ? 'check' : 'look');
  const obstacle = applyObstacle(found);
  const overwritten = found.counts?.overwritten;
  return (
    <StepWizard
      at={step}
      onStep={setStep}
      onCancel={onLeave}
      finish={overwritten ? t('imports:applyOver', { overwritten: formatCount(overwritten) }) : t('imports:apply')}
      onFinish={() => applyImport({ projectId: project.id, importId: found.id })}
      steps={[
        {
          key: 'look',
          title: t('imports:step.look'),
          content: <LayoutStep found={found} layout={layout} reading={reading} onLayout={takeLayout} />,
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
                <SavedMappings mappings={fitting} onChoose={(each) => void takeMapping(each).catch(toasts.failed)} />
              )}
              <MissingPoints importId={found.id} missing={missingPoints(layout, draft, all)} onMade={suggestAgain} />
              <MappingStep layout={layout} draft={draft} points={all} onChange={setDraft} />
              {mapping && <SaveMapping found={found} mapping={withMarks(mapping, layout)} />}
            </>
          ),
        },
        {
          key: 'check',
          title: t('imports:step.check'),
          ...(obstacle === null ? {} : { blocked: t(obstacle) }),
          content: <CheckStep found={found} points={byId} />,
        },
      ]}
    />
  );
}

/** A mapping with the marks of no value that were found, so that the next file has them for such too. */
const withMarks = (mapping: Mapping, { reading: { noValue } }: ImportLayout): Mapping =>
  noValue.length === 0 ? mapping : { ...mapping, reading: { noValue, ...mapping.reading } };

/** How the file is read and what its columns are, until both are saved with a check. */
function useImportDraft(dataImport: Import) {
  const { project } = useStoredProject();
  const [layout, setLayout] = useState<ImportLayout>(dataImport.layout);
  const [reading, setReading] = useState<FileReading>(dataImport.mapping?.reading ?? {});
  const [draft, setDraft] = useState<Draft>(() => draftOf(dataImport.layout, dataImport.mapping, project.timeZone));
  const takeLayout = (detected: ImportLayout, next: FileReading): void => {
    setLayout(detected);
    setReading(next);
    setDraft(draftOf(detected, null, draft.timeZone));
  };
  // How a file is read belongs to the mapping: marks of no value, thousands, encoding.
  const takeMapping = async (mapping: Mapping): Promise<void> => {
    const { id: importId, projectId } = dataImport;
    const { layout: detected } = await read(imports.detectLayout, { projectId, importId, reading: mapping.reading });
    setLayout(detected);
    setReading(mapping.reading);
    setDraft(draftOf(detected, mapping, project.timeZone));
  };
  // Points that were made meanwhile are suggested by their names, beside what was mapped before.
  const suggestAgain = async (): Promise<void> => {
    const { id: importId, projectId } = dataImport;
    const { layout: detected } = await read(imports.detectLayout, { projectId, importId, reading });
    setLayout(detected);
    setDraft((mapped) => filledDraft(mapped, draftOf(detected, null, mapped.timeZone)));
  };
  return { layout, reading, draft, setDraft, takeLayout, takeMapping, suggestAgain };
}

/** Why a file cannot be imported yet; null where it can. */
function applyObstacle({ state, counts }: Import) {
  if (state === 'checking') return 'imports:checking';
  return (counts?.added ?? 0) + (counts?.overwritten ?? 0) === 0 ? 'imports:nothingToImport' : null;
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
