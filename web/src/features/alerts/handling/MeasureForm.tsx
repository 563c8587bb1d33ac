import { PlusOutlined } from '@ant-design/icons';
import type { Alert } from '@plumbline/contract/alerts/alerts';
import { handlingLimits } from '@plumbline/contract/alerts/alerts.handling';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InstantPicker } from '../../../design/InstantPicker.tsx';
import { type Unsent, useStoredText } from './unsent.ts';

/** Writes down a measure that was taken, and when. What is typed stays in this browser until it has arrived. */
export function MeasureForm({ alert, unsent }: { alert: Alert; unsent: Unsent }) {
  const { t } = useTranslation();
  const [text, setText] = useStoredText(`${alert.id}.measure`);
  const [isOpen, setOpen] = useState(text !== '');
  const [doneAt, setDoneAt] = useState<number | null>(null);
  const isEmpty = text.trim() === '';
  const save = (): void => {
    unsent.send({ kind: 'measure', text: text.trim(), doneAt: new Date(doneAt ?? Date.now()).toISOString() });
    setText('');
    setDoneAt(null);
    setOpen(false);
  };
  if (!isOpen)
    return (
      <Button icon={<PlusOutlined />} className="ah-add" onClick={() => setOpen(true)}>
        {t('handling:addMeasure')}
      </Button>
    );
  return (
    <div className="ah-measure">
      <Input.TextArea
        value={text}
        autoFocus
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={handlingLimits.textLength}
        aria-label={t('handling:measureText')}
        placeholder={t('handling:measureText')}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="pl-row tight">
        <InstantPicker
          at={doneAt}
          zone={alert.timeZone}
          label={t('handling:doneAt')}
          placeholder={t('handling:takenNow')}
          onChange={setDoneAt}
        />
        <span className="pl-gap" />
        <Button type="text" onClick={() => setOpen(false)}>
          {t('common:cancel')}
        </Button>
        <Button type="primary" disabled={isEmpty} onClick={save}>
          {t('handling:save')}
        </Button>
      </div>
    </div>
  );
}
