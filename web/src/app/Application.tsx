import { EllipsisOutlined } from '@ant-design/icons';
import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { antdTheme } from '../design/antd.ts';
import { ToastProvider } from '../design/Toasts.tsx';
import { rememberedTheme, ThemeProvider } from '../design/theme.tsx';
import { forgetFieldWork } from '../kernel/field-work-mark.ts';
import { watchInactivity } from '../kernel/inactivity.ts';
import { useLocale } from '../kernel/language.ts';
import { queryClient } from '../kernel/queries.ts';
import * as session from '../kernel/session.ts';
import { watchSocket } from '../kernel/socket.ts';
import { shareSession } from '../kernel/tabs.ts';
import { makeRouter } from './router.tsx';

/** Everything around the pages: theme, words of the component library, kept answers, router. */
const theme = rememberedTheme();
const componentTheme = antdTheme(theme);
const router = makeRouter();

/** The tabs that found no room: the library gives their button no name. */
const moreTabs = { more: { icon: <MoreTabs /> } };

function MoreTabs() {
  const { t } = useTranslation();
  return <EllipsisOutlined aria-label={t('common:moreTabs')} />;
}

export function Application() {
  const locale = useLocale();
  useEffect(watchInactivity, []);
  useEffect(watchSocket, []);
  useEffect(shareSession, []);
  // What one person was shown is not for the next.
  useEffect(
    () =>
      session.subscribe(() => {
        if (session.current() === null) queryClient.clear();
        if (session.whyEnded() === 'left') forgetFieldWork();
      }),
    [],
  );
  return (
    <ThemeProvider value={theme}>
      <ConfigProvider
        theme={componentTheme}
        {...(locale && { locale })}
        wave={{ disabled: true }}
        button={{ autoInsertSpace: false }}
        variant="outlined"
        tabs={moreTabs}
      >
        <ToastProvider>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ToastProvider>
      </ConfigProvider>
    </ThemeProvider>
  );
}
