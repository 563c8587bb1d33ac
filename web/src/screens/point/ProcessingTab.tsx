import { isOpen } from '@plumbline/contract/kernel/flags';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { points } from '@plumbline/contract/points/points';
import type { Processing } from '@plumbline/contract/points/points.settings';
import { useTranslation } from 'react-i18next';
import { FormTab } from '../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import type { TabProps } from '../../features/points/points/point-tab.parts.ts';
import { TemperatureForm } from '../../features/readings/corrections/corrections.parts.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useSession } from '../../kernel/session.ts';
import { useWrite } from '../../kernel/writes.ts';
import { QualityInput } from './QualityInput.tsx';

const quality: readonly FieldDefinition[] = [
  { type: 'slot', prop: 'quality', label: 'points:processing.tests', span: 2 },
];

/** Tab "data processing": the tests that every arriving value passes, by field, and what is compensated for. */
export function ProcessingTab({ point, readOnly }: TabProps) {
  const { run: setProcessing } = useWrite(points.setProcessing);
  const { t } = useTranslation();
  const { corporation } = useSession();
  // A System account belongs to none: the server says so when it saves.
  const closed = corporation !== null && !isOpen(corporation.flags, 'activeDataProcess');
  const query = useRead(points.settings, { pointId: point.id });
  return (
    <div className="pt-tab">
      <Answer query={query} loading={<SkeletonRows rows={8} />}>
        {({ settings }) => (
          <>
            <FormTab
              schema={points.setProcessing.input}
              fixed={{ pointId: point.id }}
              record={settings.processing}
              initial={{ quality: settings.processing.quality }}
              sections={[
                { title: 'points:processing.quality', tips: 'points:processing.qualityHelp', fields: quality },
              ]}
              slots={{
                quality: ({ value, onChange, readOnly: closed }) => (
                  <QualityInput
                    point={point}
                    value={value as Processing['quality']}
                    onChange={onChange}
                    closed={closed}
                  />
                ),
              }}
              readOnly={closed ? t('points:processing.closed') : readOnly}
              onSave={async (input: never, precondition) => {
                await setProcessing(input, precondition);
              }}
            />
            {/* Why it cannot be changed stands above already. */}
            <TemperatureForm point={point} tc={settings.tc} readOnly={Boolean(readOnly)} />
          </>
        )}
      </Answer>
    </div>
  );
}
