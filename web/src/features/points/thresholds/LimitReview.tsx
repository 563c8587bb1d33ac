import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { FamilyCode } from '@plumbline/contract/points/families';
import { thresholds as thresholdRoutes } from '@plumbline/contract/points/thresholds';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { missing } from '../../../kernel/format.ts';
import { useRuleWords } from './rule-differences.ts';
import type { LimitChange, NamedPoint } from './threshold-rows.ts';

const fields: readonly FieldDefinition[] = [{ type: 'INPUT', prop: 'reason', label: 'points:reason', span: 2 }];
const max = 200;

/** Every limit that would become another, before it is saved: point, limit, before, after. */
export function LimitReview({
  changes,
  named,
  onSave,
  onClose,
}: {
  changes: readonly LimitChange[];
  named: ReadonlyMap<number, NamedPoint>;
  onSave: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const removedCount = changes.filter(({ before, after }) => after.length < before.length).length;
  return (
    <FormDialog
      title={t('thresholds:table.reviewTitle', { count: changes.length })}
      schema={thresholdRoutes.batchThresholds.input}
      fixed={{ projectId: 1, rows: changes.map(({ pointId, after }) => ({ pointId, thresholds: after })) }}
      initial={{ reason: '' }}
      fields={fields}
      saveLabel={t('thresholds:table.save', { count: changes.length })}
      onSave={async (input: never) => onSave((input as { reason: string }).reason)}
      onClose={onClose}
      widthPx={860}
    >
      {removedCount > 0 && (
        <p className="pl-notice" role="alert">
          {t('thresholds:table.takenAway', { count: removedCount })}
        </p>
      )}
      <div className="pt-scroll" style={{ maxHeight: 360, overflowY: 'auto' }}>
        <table className="pt-table">
          <thead>
            <tr>
              <th>{t('points:name')}</th>
              <th>{t('thresholds:table.limit')}</th>
              <th>{t('points:edit.before')}</th>
              <th>{t('points:edit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, max).map((change) => (
              <Fragment key={change.pointId}>
                <Lines change={change} point={named.get(change.pointId)} />
              </Fragment>
            ))}
          </tbody>
        </table>
        {changes.length > max && (
          <p className="pl-3 pl-sm">{t('thresholds:table.morePoints', { count: changes.length - max })}</p>
        )}
      </div>
    </FormDialog>
  );
}

function Lines({ change, point }: { change: LimitChange; point: NamedPoint | undefined }) {
  const { differencesOf } = useRuleWords((point?.family ?? 'waterLevel') as FamilyCode, 0);
  return differencesOf(change.before, change.after).map(({ label, was, now }) => (
    <tr key={label}>
      <td>{point?.name ?? change.pointId}</td>
      <td className="pl-2">{label}</td>
      <td className="pl-3 pl-num">{was || missing}</td>
      <td className="pl-num">
        <b>{now || missing}</b>
      </td>
    </tr>
  ));
}
