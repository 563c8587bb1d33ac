import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { FieldDefinition } from '@plumbline/contract/forms';
import { points } from '@plumbline/contract/points';
import { offlineShape } from '@plumbline/contract/points.settings';
import type { Schema } from '@plumbline/contract/route';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { FormTab } from '../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { invalidate, queryFor } from '../../kernel/queries.ts';
import type { TabProps } from './point-tab.ts';

interface Silence {
  readonly from: string;
  readonly to: string;
  readonly note: string;
}
const fields: readonly FieldDefinition[] = [
  { type: 'SWITCH', prop: 'enabled', label: 'points:offline.enabled' },
  { type: 'SWITCH', prop: 'notify', label: 'points:offline.notify' },
  { type: 'NUMBER', prop: 'afterMinutes', label: 'points:offline.afterMinutes', unit: 'min' },
  { type: 'slot', prop: 'silences', label: 'points:offline.silences', tips: 'points:offline.silencesHelp', span: 2 },
];
const silenceFields: readonly FieldDefinition[] = [
  { type: 'DATE', inputType: 'datetime', prop: 'from', label: 'points:offline.from' },
  { type: 'DATE', inputType: 'datetime', prop: 'to', label: 'points:offline.to' },
  { type: 'INPUT', prop: 'note', label: 'points:note', span: 2 },
];

/** Tab "offline config": when silence counts as offline. Kept and checked; what tells of it comes later. */
export function OfflineTab({ point, readOnly }: TabProps) {
  const { project } = useProject();
  const query = useQuery(queryFor(points.settings, { pointId: point.id }));
  return (
    <div className="pt-tab">
      <Answer query={query} loading={<SkeletonRows rows={4} />}>
        {({ settings }) => (
          <FormTab
            schema={points.setOffline.input}
            fixed={{ pointId: point.id }}
            record={settings.offline}
            initial={{ ...settings.offline }}
            sections={[{ tips: 'points:held', fields }]}
            slots={{
              silences: ({ value, onChange, readOnly: closed }) => (
                <Silences value={(value as Silence[] | undefined) ?? []} onChange={onChange} closed={closed} />
              ),
            }}
            readOnly={readOnly}
            zone={project.timeZone}
            onSave={async (input: never, seen) => {
              await call(points.setOffline, input, seen);
              await invalidate(points.settings);
            }}
          />
        )}
      </Answer>
    </div>
  );
}

function Silences({
  value,
  onChange,
  closed,
}: {
  value: readonly Silence[];
  onChange: (value: Silence[]) => void;
  closed: boolean;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [adding, setAdding] = useState(false);
  return (
    <div>
      {value.length === 0 && <p className="pl-3">{t('points:offline.none')}</p>}
      {value.map((silence, i) => (
        <div key={`${silence.from} ${silence.to}`} className="pl-row">
          <span className="pl-num">
            {formatTime(silence.from, project.timeZone)} – {formatTime(silence.to, project.timeZone)}
          </span>
          <span className="pl-2 pl-ell pl-gap">{silence.note}</span>
          {!closed && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('common:delete')}
              onClick={() => onChange(value.filter((_, at) => at !== i))}
            />
          )}
        </div>
      ))}
      {!closed && (
        <Button size="small" icon={<PlusOutlined />} disabled={value.length >= 20} onClick={() => setAdding(true)}>
          {t('points:offline.add')}
        </Button>
      )}
      {adding && (
        <FormDialog
          title={t('points:offline.add')}
          schema={offlineShape.silences.element as unknown as Schema}
          initial={{ note: '' }}
          fields={silenceFields}
          zone={project.timeZone}
          saveLabel={t('points:offline.add')}
          onSave={async (silence: never) => onChange([...value, silence as Silence])}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}
