import { projects } from '@plumbline/contract/site/projects';
import { projectGroups } from '@plumbline/contract/site/projects.groups';
import { projectPeople } from '@plumbline/contract/site/projects.people';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as ending from './projects.ending.service.ts';
import { addGroup, grants, groupCandidates, groups, removeGroup, updateGroup } from './projects.groups.service.ts';
import { addMember, candidates, members, removeMember, updateMember } from './projects.members.service.ts';
import { people, peopleFile } from './projects.people.service.ts';
import { picture, removePicture, setPicture } from './projects.pictures.service.ts';
import { archive, create, get, list, update } from './projects.service.ts';
import * as settings from './projects.settings.service.ts';
import { tree } from './projects.tree.service.ts';

export default (app: FastifyInstance, access: Access) => {
  serve(app, access, projects, {
    list,
    create,
    get,
    update,
    archive,
    tree,
    ...ending,
    members,
    candidates,
    addMember,
    updateMember,
    removeMember,
    ...settings,
    setPicture: (context, input, upload) => setPicture(context, 'picture', input, upload),
    removePicture: (context, input) => removePicture(context, 'picture', input),
    picture: (context, input) => picture(context, 'picture', input),
    setLogo: (context, input, upload) => setPicture(context, 'logo', input, upload),
    removeLogo: (context, input) => removePicture(context, 'logo', input),
    logo: (context, input) => picture(context, 'logo', input),
  });
  serve(app, access, projectGroups, { groups, groupCandidates, addGroup, updateGroup, removeGroup, grants });
  serve(app, access, projectPeople, { people, peopleFile });
};
