import './gateway.css';
import { SendOutlined } from '@ant-design/icons';
import { gateway } from '@plumbline/contract/gateway';
import { Button, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../design/Toasts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { formatTime } from '../../kernel/format.ts';
import { useCommandSocket } from './command-socket.ts';

/** Sends a command text to a device and shows what it answers. Only while the device is connected over MQTT. */
export function DeviceTalk({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const { connection, lines, failure, send } = useCommandSocket(deviceId);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const foot = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line is brought into sight
  useEffect(() => foot.current?.scrollIntoView({ block: 'nearest' }), [lines.length]);

  const go = async (): Promise<void> => {
    const command = text.trim();
    if (command === '' || busy) return;
    setBusy(true);
    try {
      await send(command);
      setText('');
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  if (failure) return <p className="pl-2">{wordsOf(failure, t).words}</p>;
  if (connection !== 'connected') return <p className="pl-2">{connection === null ? t('gateway:asking') : t('gateway:offline')}</p>;
  return (
    <div className="gw-talk">
      {lines.length > 0 && (
        <div className="lines pl-mono" role="log">
          {lines.map((line) => (
            <div key={line.key} className={line.kind}>
              <span className="pl-3">{formatTime(line.at).slice(11)}</span>
              <span aria-hidden="true">{line.kind === 'sent' ? '>' : '<'}</span>
              <span>{line.text}</span>
            </div>
          ))}
          <div ref={foot} />
        </div>
      )}
      {allowed(gateway.command) ? (
        <div className="pl-row">
          <Input className="pl-mono" maxLength={2000} value={text} placeholder={t('gateway:command')} aria-label={t('gateway:command')} onChange={(event) => setText(event.target.value)} onPressEnter={() => void go()} />
          <Button icon={<SendOutlined />} loading={busy} disabled={text.trim() === ''} onClick={() => void go()}>
            {t('gateway:send')}
          </Button>
        </div>
      ) : (
        <p className="pl-3">{t('gateway:mayNotSend')}</p>
      )}
    </div>
  );
}

