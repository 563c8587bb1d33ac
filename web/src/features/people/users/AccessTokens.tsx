import { CopyOutlined, PlusOutlined } from '@ant-design/icons';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type AccessToken, users } from '@plumbline/contract/people/users';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatAge, formatDay } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { NewTokenDialog } from './NewTokenDialog.tsx';

type Token = OutputOf<typeof AccessToken>;

/** Tokens for programs. The text of one is shown once, when it is made. */
export function AccessTokens() {
  const { t } = useTranslation();
  const { run: revokeToken } = useWrite(users.revokeToken);
  const query = useRead(users.listTokens, {});
  const [making, setMaking] = useState(false);
  const [newToken, setNewToken] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<Token | null>(null);
  return (
    <Pane
      title={t('users:tokens.title')}
      action={
        <Button size="small" icon={<PlusOutlined />} onClick={() => setMaking(true)}>
          {t('users:tokens.new')}
        </Button>
      }
    >
      {newToken !== null && <NewToken text={newToken} />}
      <Answer
        query={query}
        loading={<SkeletonRows rows={2} />}
        isEmpty={(data) => data.accessTokens.length === 0}
        empty={<Empty title={t('users:tokens.none')} why={t('users:tokens.why')} />}
      >
        {(data) =>
          data.accessTokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))
        }
      </Answer>
      <NewTokenDialog
        open={making}
        onClose={() => setMaking(false)}
        onMade={(token) => {
          setMaking(false);
          setNewToken(token);
        }}
      />
      <ConfirmDestructive
        open={revoking !== null}
        title={t('users:tokens.revokeTitle', { name: revoking?.name ?? '' })}
        lost={t('users:tokens.revokeLost')}
        action={t('users:tokens.revoke')}
        onConfirm={async () => {
          if (revoking) await revokeToken({ tokenId: revoking.id });
        }}
        onClose={() => setRevoking(null)}
      />
    </Pane>
  );
}

/** The text of a token that was just made. */
function NewToken({ text }: { text: string }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    toasts.done(t('common:copied'));
  };
  return (
    <div className="pl-notice" style={{ marginBottom: 12 }}>
      <div className="pl-b">{t('users:tokens.shownOnce')}</div>
      <div className="pl-row" style={{ marginTop: 6 }}>
        <code className="pl-mono pl-gap" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </code>
        <Button size="small" icon={<CopyOutlined />} onClick={() => void copy().catch(toasts.failed)}>
          {t('common:copy')}
        </Button>
      </div>
    </div>
  );
}

/** What a token may do, in a few words. */
function TokenMay({ scope }: { scope: Token['scope'] }) {
  const { t } = useTranslation();
  if (scope === null) return t('users:tokens.may.all');
  const { permissions, projectIds } = scope;
  const what = permissions.every((permission) => permission.startsWith('Retrieve:'))
    ? t('users:tokens.may.read')
    : t('users:tokens.may.some', { count: permissions.length });
  return projectIds === null ? what : `${what}, ${t('users:tokens.may.projects', { count: projectIds.length })}`;
}

/** How often programs called with a token, and how often they were made to wait. */
function TokenUse({ use: { calls, refused, refusedAt } }: { use: Token['use'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const called = t('users:tokens.calls', { count: calls });
  if (refused === 0 || refusedAt === null) return called;
  return `${called} · ${t('users:tokens.throttled', { count: refused, age: formatAge(refusedAt, language) })}`;
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className="pl-row" style={{ minHeight: 48, borderBottom: '1px solid var(--pl-line)' }}>
      <div className="pl-gap" style={{ minWidth: 0 }}>
        <div className="pl-b pl-ell">{token.name}</div>
        <div className="pl-sm pl-3 pl-ell">
          {t('users:tokens.seen')}: {token.lastSeenAt ? formatAge(token.lastSeenAt, language) : t('users:tokens.never')}{' '}
          · {t('users:tokens.expires')}: {token.expiresAt ? formatDay(token.expiresAt) : t('users:tokens.never')} ·{' '}
          <TokenMay scope={token.scope} />
        </div>
        <div className="pl-sm pl-3">
          <TokenUse use={token.use} />
        </div>
      </div>
      <Button size="small" danger onClick={onRevoke}>
        {t('users:tokens.revoke')}
      </Button>
    </div>
  );
}
