/** Messages on their way out: the vendors, robots and servers that take them, each by its published protocol. */
export type { ChatPerson } from './logic/chat-app.ts';
export { chatApps } from './logic/chat-apps.ts';
export { feishuCard, openedByFeishu } from './logic/feishu-app.ts';
export type { Card, MessageBrand, Outcome, Outgoing, Picture, ReadyChannel } from './logic/outgoing.ts';
export { brief } from './logic/outgoing.ts';
export { isAddressFor, spellingsOf } from './logic/recipients.ts';
export { outcomeOfError, sendBy } from './logic/send.ts';
export { isSignedByFeishu, isSignedBySlack, isSignedByTwilio } from './logic/signed-presses.ts';
export { whisperInSlack } from './logic/slack-app.ts';
export { voiceText } from './logic/voice-text.ts';
export { lastWords, twimlOf } from './logic/voice-twilio.ts';
