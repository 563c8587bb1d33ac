import { DownloadOutlined } from '@ant-design/icons';
import type { certificates } from '@plumbline/contract/devices/certificates';
import type { Device } from '@plumbline/contract/devices/devices';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../design/CopyButton.tsx';
import { saveAs } from '../../../kernel/call.ts';
import type { Reply } from '../../../kernel/queries.ts';

type Issued = Reply<typeof certificates.issue>;

/**
 * Long because most of it is markup.
 * The files of a certificate that was just issued: a key that was made here is not to be had again.
 */
export function IssuedDialog({
  device,
  issued,
  address,
  onClose,
}: {
  device: Device;
  issued: Issued;
  address: Reply<typeof certificates.ofDevice>['address'];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [hasKey, setHasKey] = useState(false);
  const { sncode } = device;
  const save = (name: string, content: string) => saveAs(new Blob([content], { type: 'application/x-pem-file' }), name);
  const files = [
    ...(issued.key === null ? [] : [{ part: 'key', name: `${sncode}.key`, content: issued.key } as const]),
    { part: 'certificate', name: `${sncode}.crt`, content: issued.pem } as const,
    { part: 'authority', name: `${sncode}-authority.crt`, content: issued.authority } as const,
  ];
  const { keyStore } = issued;
  const mustSave = issued.key !== null && !hasKey;
  const command =
    address &&
    [
      `mosquitto_pub -h ${address.host} -p ${address.port} --tls-use-os-certs --cert ${sncode}.crt --key ${sncode}.key \\`,
      `  -q 1 -t devices/${sncode}/readings -m '{"at":${Date.now()},"channels":{"1":{"temperature":18.2}}}'`,
    ].join('\n');
  return (
    <Modal
      open
      title={t('certificates:issuedTitle', { name: device.name })}
      mask={{ closable: false }}
      closable={!mustSave}
      keyboard={!mustSave}
      onCancel={onClose}
      footer={
        <Button type="primary" disabled={mustSave} onClick={onClose}>
          {t('common:close')}
        </Button>
      }
    >
      <p>{t(issued.key === null ? 'certificates:issuedOnRequest' : 'certificates:issuedOnce')}</p>
      <div className="ce-files">
        {files.map(({ part, name, content }) => (
          <Button
            key={part}
            icon={<DownloadOutlined />}
            type={part === 'key' && mustSave ? 'primary' : 'default'}
            onClick={() => {
              save(name, content);
              if (part === 'key') setHasKey(true);
            }}
          >
            {t(`certificates:file.${part}`)}
          </Button>
        ))}
        {keyStore !== null && (
          <Button
            icon={<DownloadOutlined />}
            onClick={() => {
              const bytes = Uint8Array.from(atob(keyStore), (letter) => letter.charCodeAt(0));
              saveAs(new Blob([bytes], { type: 'application/x-pkcs12' }), `${sncode}.p12`);
              setHasKey(true);
            }}
          >
            {t('certificates:file.keyStore')}
          </Button>
        )}
      </div>
      {command && (
        <>
          <div className="pl-row">
            <span className="pl-sm pl-2 pl-gap">{t('certificates:try')}</span>
            <CopyButton text={command} label={t('certificates:try')} />
          </div>
          <pre className="pl-mono pl-sm ce-command">{command}</pre>
        </>
      )}
    </Modal>
  );
}
