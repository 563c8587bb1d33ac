import { KeyOutlined } from '@ant-design/icons';
import { connections } from '@plumbline/contract/devices/connections';
import type { Device } from '@plumbline/contract/devices/devices';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../design/Pane.tsx';
import { Empty } from '../../../design/States.tsx';
import { Tabs } from '../../../design/Tabs.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useUrlState } from '../../../kernel/url-state.ts';
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
import { NewSecretDialog, SecretNote } from './NewSecret.tsx';
import { useSecret } from './secrets.ts';

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
  const may = allowed(connections.newSecret);
  return (
    <div className="pl-notice">
      <div className="pl-b">{t('connections:secret.unknown')}</div>
      <div className="pl-sm pl-2">
        {may
          ? t('connections:secret.unknownWhy', { placeholder: secretPlaceholder })
          : t('connections:secret.unknownAsk', { placeholder: secretPlaceholder })}
      </div>
      {may && (
        <Button size="small" icon={<KeyOutlined />} style={{ marginTop: 8 }} onClick={() => setAsking(true)}>
          {t('connections:secret.make')}
        </Button>
      )}
      <NewSecretDialog device={device} open={asking} onClose={() => setAsking(false)} />
    </div>
  );
}

function Mqtt({ reach, secret }: { reach: Reach; secret: string | null }) {
  const { t } = useTranslation();
  const { mqtt, sncode } = reach;
  if (!mqtt) return <Empty title={t('connections:mqtt.off')} why={t('connections:mqtt.offWhy')} />;
  const here = location.hostname;
  const key = secret ?? secretPlaceholder;
  const topics = [
    [mqtt.readings, t('connections:mqtt.up'), t('connections:mqtt.readings')],
    [mqtt.responses, t('connections:mqtt.up'), t('connections:mqtt.responses')],
    [mqtt.commands, t('connections:mqtt.down'), t('connections:mqtt.commands')],
    [mqtt.errors, t('connections:mqtt.down'), t('connections:mqtt.errors')],
  ] as const;
  return (
    <div className="cn-way">
      <CommandBox label={t('connections:mqtt.publish')} text={publishCommand(reach, mqtt, key, here)} />
      {mqtt.tls && <p className="pl-sm pl-3">{t('connections:mqtt.tls')}</p>}
      <Facts
        facts={[
          [
            t('connections:mqtt.host'),
            <code key="host" className="pl-mono">
              {hostOf(mqtt.host, here)}
            </code>,
          ],
          [
            t('connections:mqtt.port'),
            <code key="port" className="pl-mono">
              {mqtt.port}
              {mqtt.tls ? ' TLS' : ''}
            </code>,
          ],
          [
            t('connections:mqtt.username'),
            <code key="user" className="pl-mono">
              {sncode}
            </code>,
          ],
          [t('connections:mqtt.password'), t('connections:mqtt.secret')],
          [t('connections:mqtt.version'), t('connections:mqtt.versionWords')],
        ]}
      />
      <table className="cn-topics">
        <caption className="pl-b">{t('connections:mqtt.topics')}</caption>
        <tbody>
          {topics.map(([topic, way, description]) => (
            <tr key={topic}>
              <td>
                <code className="pl-mono pl-wrap">{topic}</code>
              </td>
              <td className="pl-3">{way}</td>
              <td className="pl-2">{description}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <CommandBox label={t('connections:mqtt.listen')} text={listenCommand(reach, mqtt, key, here)} />
    </div>
  );
}

function Http({ reach, secret }: { reach: Reach; secret: string | null }) {
  const { t } = useTranslation();
  const here = location.hostname;
  return (
    <div className="cn-way">
      <CommandBox label={t('connections:http.post')} text={postCommand(reach, secret ?? secretPlaceholder, here)} />
      <Facts
        facts={[
          [
            'POST',
            <code key="url" className="pl-mono pl-wrap">
              {urlOf(reach.http.url, here)}
            </code>,
          ],
          [
            'Authorization',
            <code key="auth" className="pl-mono">
              Bearer {t('connections:http.secret')}
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
      <p className="pl-sm pl-2">{t('connections:http.answers')}</p>
    </div>
  );
}
