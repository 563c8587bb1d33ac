import { type Structure, structures } from '@plumbline/contract/site/structures';
import { Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import type { StructureTab } from './structure-tab.ts';

/** The display types that a page draws. */
const drawnTypes = ['MAP', 'IMG'] as const satisfies readonly Structure['displayType'][];

/** On what a structure is shown. A picture that is not there yet is refused. */
export function DisplayTab({ structure, readOnly }: StructureTab) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: setDisplayType } = useWrite(structures.setDisplayType);
  const [busy, setBusy] = useState(false);
  const choose = async (displayType: Structure['displayType']): Promise<void> => {
    setBusy(true);
    try {
      await setDisplayType({ structureId: structure.id, displayType });
      toasts.done(t('common:saved'));
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="pj-tab">
      <Radio.Group
        className="pl-col"
        value={structure.displayType}
        disabled={busy || readOnly !== undefined}
        onChange={(event) => void choose(event.target.value as Structure['displayType'])}
      >
        {drawnTypes.map((type) => (
          <Radio key={type} value={type}>
            <b>{t(`structures:display.${type}`)}</b>
            <div className="pl-sm pl-3">{t(`structures:displayHelp.${type}`)}</div>
          </Radio>
        ))}
      </Radio.Group>
    </div>
  );
}
