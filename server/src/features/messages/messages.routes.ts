/** The routes of this wing. */
import channelRoutes from './channels/channels.routes.ts';
import recoveryRoutes from './recovery/recovery.routes.ts';
import registrationRoutes from './registrations/registrations.routes.ts';

export default [channelRoutes, recoveryRoutes, registrationRoutes];
