/** The apps of chats by kind. */
import type { ChatAppKind } from '@plumbline/contract/messages/channels';
import type { ChatApp } from './chat-app.ts';
import { feishuApp } from './feishu-app.ts';
import { slackApp } from './slack-app.ts';

export const chatApps: Readonly<Record<ChatAppKind, ChatApp>> = { slackApp, feishuApp };
