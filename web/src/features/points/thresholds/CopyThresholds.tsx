import { type Point, points } from '@plumbline/contract/points/points';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../design/SearchField.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { usePlaces } from '../points/place-names.queries.ts';

const max = 300;

/** Gives other points of the same family the thresholds of this one. What they had is replaced, and the page says so. */
export function CopyThresholds({ point, count, onClose }: { point: Point; count: number; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const query = useRead(points.rows, { projectId: project.id });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const copy = useWrite(thresholds.copyThresholds, {
    onSuccess: ({ points: changed }) => {
      toasts.done(t('points:list.changed', { count: changed }));
      onClose();
    },
  });
  const others = (query.data?.rows ?? []).filter(
    (row) => row.id !== point.id && row.family === point.family && !row.archived && !row.deprecated,
  );
  return (
    <Modal
      open
      title={t('thresholds:copy.title', { count, name: point.name })}
      onCancel={onClose}
      cancelText={t('common:cancel')}
      okText={t('thresholds:copy.do', { count: chosen.size })}
      okButtonProps={{ disabled: chosen.size === 0, loading: copy.isPending }}
      onOk={() => copy.mutate({ pointId: point.id, to: [...chosen] })}
    >
      <p className="pl-2">{t('thresholds:copy.why')}</p>
      <Answer
        query={query}
        loading={<SkeletonRows rows={5} />}
        isEmpty={() => others.length === 0}
        empty={<Empty title={t('thresholds:copy.none')} />}
      >
        {() => <PointChoice points={others} chosen={chosen} onChange={setChosen} />}
      </Answer>
      {copy.error && (
        <p role="alert" className="pl-wrong">
          {wordsOf(copy.error, t).words}
        </p>
      )}
    </Modal>
  );
}

/** Points to choose from, narrowed by name; all that are found can be chosen at once. */
function PointChoice({
  points: all,
  chosen,
  onChange,
}: {
  points: readonly PointRow[];
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}) {
  const { t } = useTranslation();
  const places = usePlaces(useProject().project.id);
  const [keyword, setKeyword] = useState('');
  const matching = all.filter((row) => row.name.toLowerCase().includes(keyword.trim().toLowerCase()));
  const isAll = matching.length > 0 && matching.every(({ id }) => chosen.has(id));
  const toggle = (rows: readonly PointRow[], on: boolean): void => {
    const ids = new Set(rows.map(({ id }) => id));
    onChange(new Set(on ? [...chosen, ...ids] : [...chosen].filter((id) => !ids.has(id))));
  };
  return (
    <>
      <SearchField label={t('points:list.find')} value={keyword} onChange={setKeyword} />
      <div className="pl-row" style={{ padding: '8px 0' }}>
        <Checkbox checked={isAll} onChange={() => toggle(matching, !isAll)}>
          {t('points:list.chooseAll')}
        </Checkbox>
        <span className="pl-3 pl-sm">{matching.length}</span>
      </div>
      <div className="pt-pick">
        {matching.slice(0, max).map((row) => (
          <Checkbox key={row.id} checked={chosen.has(row.id)} onChange={(event) => toggle([row], event.target.checked)}>
            {row.name} <span className="pl-3 pl-sm">{places.nameOf(row.structureId)}</span>
            {row.thresholds > 0 && (
              <span className="pl-3 pl-sm"> · {t('thresholds:copy.had', { count: row.thresholds })}</span>
            )}
          </Checkbox>
        ))}
        {matching.length > max && (
          <p className="pl-3 pl-sm">{t('points:list.some', { shown: max, total: matching.length })}</p>
        )}
      </div>
    </>
  );
}
