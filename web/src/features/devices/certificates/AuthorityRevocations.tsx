import { UploadOutlined, WarningOutlined } from '@ant-design/icons';
import { type CertificateAuthority, certificates } from '@plumbline/contract/devices/certificates';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { Worded } from '../../../kernel/failures.ts';
import { formatCount, formatTime } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { refusalOf } from './refusal-of.ts';

interface Of {
  readonly corporationId: number;
  readonly authority: CertificateAuthority;
}

/** Shows the revocations of an authority: its list, and what people revoked by the serial number. */
export function AuthorityRevocations({ corporationId, authority }: Of) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const [dialog, setDialog] = useState<'revoke' | 'list' | 'removeList' | null>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setDialog(null);
  const of = { corporationId, authority };
  return (
    <div className="ce-revocations">
      <ListFacts list={authority.list} />
      {authority.revoked > 0 && (
        <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('certificates:revokedByPeople', { count: authority.revoked, shown: formatCount(authority.revoked) })}
        </Button>
      )}
      {isOpen && <Revoked corporationId={corporationId} authorityId={authority.id} />}
      {allowed(certificates.revokeSerial) && (
        <div className="ce-files">
          <Button size="small" onClick={() => setDialog('revoke')}>
            {t('certificates:revokeOne')}
          </Button>
          <Button size="small" onClick={() => setDialog('list')}>
            {t(authority.list ? 'certificates:newerList' : 'certificates:giveList')}
          </Button>
          {authority.list && (
            <Button size="small" danger onClick={() => setDialog('removeList')}>
              {t('certificates:removeList')}
            </Button>
          )}
        </div>
      )}
      {dialog === 'revoke' && <RevokeOneDialog {...of} onClose={close} />}
      {dialog === 'list' && <ListDialog {...of} onClose={close} />}
      {dialog === 'removeList' && <RemoveListDialog {...of} onClose={close} />}
    </div>
  );
}

function ListFacts({ list }: Pick<CertificateAuthority, 'list'>) {
  const { t } = useTranslation();
  if (!list) return <div className="pl-sm pl-3">{t('certificates:noList')}</div>;
  const isPast = list.nextAt !== null && Date.parse(list.nextAt) <= Date.now();
  return (
    <>
      <div className="pl-sm pl-2">
        {t('certificates:listOf', {
          count: list.entries,
          shown: formatCount(list.entries),
          time: formatTime(list.madeAt),
        })}
        {' · '}
        {list.nextAt === null
          ? t('certificates:listWithoutNext')
          : t('certificates:listNext', { time: formatTime(list.nextAt) })}
      </div>
      {isPast && (
        <div className="pl-sm pl-b pl-row tight" role="status">
          <WarningOutlined />
          {t('certificates:listPast')}
        </div>
      )}
    </>
  );
}

function Revoked({ corporationId, authorityId }: { corporationId: number; authorityId: number }) {
  const { t } = useTranslation();
  const query = useRead(certificates.revocations, { corporationId, authorityId });
  return (
    <Answer query={query} loading={<SkeletonRows rows={2} />}>
      {({ revocations }) => (
        <ul className="ce-serials">
          {revocations.map(({ serial, revokedAt, byName }) => (
            <li key={serial}>
              <code className="pl-sm ce-print">{serial.toLowerCase()}</code>{' '}
              <span className="pl-sm pl-3">
                {t('certificates:revokedBy', { time: formatTime(revokedAt), name: byName })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Answer>
  );
}

const oneFields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'by',
    label: 'certificates:revokeBy',
    options: ['serial', 'certificate'].map((value) => ({ value, label: `certificates:revokeByWhat.${value}` })),
    span: 2,
  },
  {
    type: 'INPUT',
    prop: 'serial',
    label: 'certificates:serial',
    tips: 'certificates:serialHelp',
    span: 2,
    visibleWhen: { prop: 'by', is: 'serial' },
  },
  {
    type: 'INPUT',
    inputType: 'textarea',
    prop: 'certificate',
    label: 'certificates:certificatePem',
    span: 2,
    visibleWhen: { prop: 'by', is: 'certificate' },
  },
];
const { serial, certificate } = certificates.revokeSerial.input.shape;
const oneOf = z.discriminatedUnion('by', [
  z.object({ by: z.literal('serial'), serial: serial.unwrap().unwrap() }),
  z.object({ by: z.literal('certificate'), certificate: certificate.unwrap().unwrap() }),
]);

/** What the server does not take has words of its own. */
async function worded<T>(act: Promise<T>, words: (reason: NonNullable<ReturnType<typeof refusalOf>>) => string) {
  try {
    return await act;
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === null) throw error;
    throw new Worded(words(reason));
  }
}

function RevokeOneDialog({ corporationId, authority, onClose }: Of & { onClose: () => void }) {
  const { t } = useTranslation();
  const { run: revoke } = useWrite(certificates.revokeSerial);
  return (
    <FormDialog
      title={t('certificates:revokeOneTitle', { name: authority.name })}
      schema={oneOf}
      initial={{ by: 'serial', serial: '', certificate: '' }}
      fields={oneFields}
      saveLabel={t('certificates:revoke')}
      danger
      onSave={async (input: never) => {
        const { by: _, ...revocation } = oneOf.parse(input);
        await worded(revoke({ corporationId, authorityId: authority.id, ...revocation }), (reason) =>
          t(`certificates:refused.${reason}`),
        );
      }}
      onClose={onClose}
    >
      <p className="pl-3 pl-sm">{t('certificates:revokeOneMeans')}</p>
    </FormDialog>
  );
}

const listFields: readonly FieldDefinition[] = [
  { type: 'slot', prop: 'list', label: 'certificates:list', tips: 'certificates:listHelp', span: 2 },
];
const { list: listText } = certificates.setRevocationList.input.shape;

/** What is said of a list otherwise than of a certificate. */
const listWords = { signature: 'certificates:listSignature', unreadable: 'certificates:listUnreadable' } as const;

function ListDialog({ corporationId, authority, onClose }: Of & { onClose: () => void }) {
  const { t } = useTranslation();
  const { run: set } = useWrite(certificates.setRevocationList);
  return (
    <FormDialog
      title={t('certificates:listTitle', { name: authority.name })}
      schema={z.object({ list: listText })}
      initial={{ list: '' }}
      fields={listFields}
      slots={{ list: ({ id, value, onChange }) => <ListInput id={id} value={value} onChange={onChange} /> }}
      onSave={async (input: { readonly list: string }) => {
        await worded(set({ corporationId, authorityId: authority.id, ...input }), (reason) =>
          t(listWords[reason as keyof typeof listWords] ?? `certificates:refused.${reason}`),
        );
      }}
      onClose={onClose}
    />
  );
}

/** A list as a file, PEM or DER, or pasted. */
function ListInput({
  id,
  value,
  onChange,
}: {
  id?: string | undefined;
  value: unknown;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [fileName, setFileName] = useState<string | null>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    // A letter for each byte: what browsers call latin1 has others from 0x80 to 0x9F.
    const text = Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte)).join('');
    onChange(text.includes('-----BEGIN') ? text : btoa(text));
    setFileName(file.name);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        style={{ display: 'none' }}
        aria-label={t('certificates:listFile')}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div className="pl-row ce-choose">
        <Button size="small" icon={<UploadOutlined />} onClick={() => input.current?.click()}>
          {t('certificates:listFile')}
        </Button>
        {fileName !== null && <span className="pl-sm pl-2 pl-ell">{fileName}</span>}
      </div>
      <Input.TextArea
        {...(id === undefined ? {} : { id })}
        rows={6}
        className="pl-mono"
        placeholder="-----BEGIN X509 CRL-----"
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => {
          setFileName(null);
          onChange(target.value);
        }}
      />
    </>
  );
}

function RemoveListDialog({ corporationId, authority, onClose }: Of & { onClose: () => void }) {
  const { t } = useTranslation();
  const { run: remove } = useWrite(certificates.removeRevocationList);
  return (
    <ConfirmDestructive
      open
      title={t('certificates:removeListTitle', { name: authority.name })}
      lost={t('certificates:removeListLost')}
      action={t('certificates:removeList')}
      onConfirm={() => remove({ corporationId, authorityId: authority.id })}
      onClose={onClose}
    />
  );
}
