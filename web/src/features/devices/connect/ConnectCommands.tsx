import { KeyOutlined } from '@ant-design/icons';
import { type Device, devices } from '@plumbline/contract/devices';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../design/Pane.tsx';
import { Empty } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useUrlState } from '../../../kernel/url-state.ts';
import { NewSecretDialog, SecretNote } from '../NewSecret.tsx';
import { useSecret } from '../secrets.ts';
import { CommandBox } from './CommandBox.tsx';
import {
  hostOf,
  listenCommand,
  postCommand,
  publishCommand,
  type Reach,
  secretPlaceholder,
  urlOf,
} from './commands.ts';
import { MessageFormat } from './MessageFormat.tsx';

/** Step 1: the exact commands by which this device speaks, over MQTT or HTTP. */
export function ConnectCommands({ device, reach }: { device: Device; reach: Reach }) {
  const secret = useSecret(device.id);
  const [way, setWay] = useUrlState<'mqtt' | 'http'>('by', reach.mqtt ? 'mqtt' : 'http');
  return (
    <>
      {secret === null ? <SecretUnknown device={device} /> : <SecretNote deviceId={device.id} />}
      <Tabs
        activeKey={way}
        onChange={(key) => setWay(key as 'mqtt' | 'http')}
        items={[
          { key: 'mqtt', label: 'MQTT', children: <Mqtt reach={reach} secret={secret} /> },
          { key: 'http', label: 'HTTP', children: <Http reach={reach} secret={secret} /> },
        ]}
      />
      <MessageFormat reach={reach} />
    </>
  );
}

function SecretUnknown({ device }: { device: Device }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const [asking, setAsking] = useState(false);
  const may = allowed(devices.newSecret);
  return (
    <div className="pl-notice">
      <div className="pl-b">{t('devices:secret.unknown')}</div>
      <div className="pl-sm pl-2">
        {may
          ? t('devices:secret.unknownWhy', { placeholder: secretPlaceholder })
          : t('devices:secret.unknownAsk', { placeholder: secretPlaceholder })}
      </div>
      {may && (
        <Button size="small" icon={<KeyOutlined />} style={{ marginTop: 8 }} onClick={() => setAsking(true)}>
          {t('devices:secret.make')}
        </Button>
      )}
      <NewSecretDialog device={device} open={asking} onClose={() => setAsking(false)} />
    </div>
  );
}

function Mqtt({ reach, secret }: { reach: Reach; secret: string | null }) {
  const { t } = useTranslation();
  const { mqtt, sncode } = reach;
  if (!mqtt) return <Empty title={t('devices:mqtt.off')} why={t('devices:mqtt.offWhy')} />;
  const here = location.hostname;
  const key = secret ?? secretPlaceholder;
  const topics = [
    [mqtt.readings, t('devices:mqtt.up'), t('devices:mqtt.readings')],
    [mqtt.responses, t('devices:mqtt.up'), t('devices:mqtt.responses')],
    [mqtt.commands, t('devices:mqtt.down'), t('devices:mqtt.commands')],
    [mqtt.errors, t('devices:mqtt.down'), t('devices:mqtt.errors')],
  ] as const;
  return (
    <div className="dv-way">
      <CommandBox label={t('devices:mqtt.publish')} text={publishCommand(reach, mqtt, key, here)} />
      {mqtt.tls && <p className="pl-sm pl-3">{t('devices:mqtt.tls')}</p>}
      <Facts
        facts={[
          [
            t('devices:mqtt.host'),
            <code key="host" className="pl-mono">
              {hostOf(mqtt.host, here)}
            </code>,
          ],
          [
            t('devices:mqtt.port'),
            <code key="port" className="pl-mono">
              {mqtt.port}
              {mqtt.tls ? ' TLS' : ''}
            </code>,
          ],
          [
            t('devices:mqtt.username'),
            <code key="user" className="pl-mono">
              {sncode}
            </code>,
          ],
          [t('devices:mqtt.password'), t('devices:mqtt.secret')],
          [t('devices:mqtt.version'), t('devices:mqtt.versionWords')],
        ]}
      />
      <table className="dv-topics">
        <caption className="pl-b">{t('devices:mqtt.topics')}</caption>
        <tbody>
          {topics.map(([topic, way, description]) => (
            <tr key={topic}>
              <td>
                <code className="pl-mono dv-wrap">{topic}</code>
              </td>
              <td className="pl-3">{way}</td>
              <td className="pl-2">{description}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <CommandBox label={t('devices:mqtt.listen')} text={listenCommand(reach, mqtt, key, here)} />
    </div>
  );
}

function Http({ reach, secret }: { reach: Reach; secret: string | null }) {
  const { t } = useTranslation();
  const here = location.hostname;
  return (
    <div className="dv-way">
      <CommandBox label={t('devices:http.post')} text={postCommand(reach, secret ?? secretPlaceholder, here)} />
      <Facts
        facts={[
          [
            'POST',
            <code key="url" className="pl-mono dv-wrap">
              {urlOf(reach.http.url, here)}
            </code>,
          ],
          [
            'Authorization',
            <code key="auth" className="pl-mono">
              Bearer {t('devices:http.secret')}
            </code>,
          ],
          [
            'Content-Type',
            <code key="type" className="pl-mono">
              application/json
            </code>,
          ],
        ]}
      />
      <p className="pl-sm pl-2">{t('devices:http.answers')}</p>
    </div>
  );
}
