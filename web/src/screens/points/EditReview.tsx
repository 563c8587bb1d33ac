import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { batches } from '@plumbline/contract/points/batches';
import { useTranslation } from 'react-i18next';
import type { GridColumn } from '../../design/form/EditableTable.tsx';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { missing } from '../../kernel/format.ts';
import type { Edit } from './edits.ts';

const fields: readonly FieldDefinition[] = [{ type: 'INPUT', prop: 'reason', label: 'points:reason', span: 2 }];
const max = 200;

/** Every difference once more, before it is saved: point, field, before, after. */
export function EditReview({
  edits,
  columns,
  onSave,
  onClose,
}: {
  edits: readonly Edit[];
  columns: readonly GridColumn[];
  onSave: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <FormDialog
      title={t('points:edit.reviewTitle', { count: edits.length })}
      schema={batches.batchEdit.input}
      fixed={{
        projectId: 1,
        rows: edits.map(({ pointId, set }) => ({ pointId, set })),
      }}
      initial={{ reason: '' }}
      fields={fields}
      saveLabel={t('points:edit.save')}
      onSave={async (input: never) => onSave((input as { reason: string }).reason)}
      onClose={onClose}
      widthPx={760}
    >
      <Differences edits={edits} columns={columns} />
    </FormDialog>
  );
}

function Differences({ edits, columns }: { edits: readonly Edit[]; columns: readonly GridColumn[] }) {
  const { t } = useTranslation();
  const column = new Map(columns.map((each) => [each.prop, each]));
  const formatted = (prop: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return missing;
    return column.get(prop)?.options?.find((option) => option.value === value)?.label ?? String(value);
  };
  const lines = edits.flatMap((edit) => edit.props.map((prop) => ({ edit, prop })));
  return (
    <div className="pt-scroll" style={{ maxHeight: 360, overflowY: 'auto' }}>
      <table className="pt-table">
        <thead>
          <tr>
            <th>{t('points:name')}</th>
            <th>{t('points:rule.field')}</th>
            <th>{t('points:edit.before')}</th>
            <th>{t('points:edit.after')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, max).map(({ edit, prop }) => (
            <tr key={`${edit.pointId} ${prop}`}>
              <td>{edit.name}</td>
              <td className="pl-2">{column.get(prop)?.label ?? prop}</td>
              <td className="pl-3">{formatted(prop, edit.before[prop])}</td>
              <td>
                <b>{formatted(prop, edit.after[prop])}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > max && <p className="pl-3 pl-sm">{t('points:edit.more', { count: lines.length - max })}</p>}
    </div>
  );
}
