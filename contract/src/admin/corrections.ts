import * as z from 'zod/mini'
import { statedAge, text } from '../fields.ts'
import { genderList } from '../gender.ts'
import { route } from '../route.ts'
import { brandParams, reason } from './fields.ts'
import { held } from './held.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const ofMember = z.strictObject({ ...brandParams.shape, id: z.uuid() })

export const correctionRoutes = {
  confirmMemberEmail: route({
    id: 'confirmMemberEmail',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/confirm-email',
    tag,
    access: may('correctMembers'),
    summary:
      'Confirms the address of an open account (`closed`) whose member cannot, as its link would; once (`confirmed_already`), and not while mail to it bounces (`bounces`).',
    params: ofMember,
    body: z.strictObject({ reason }),
    reply: held,
    failures: [401, 403, 404, 409],
  }),
  correctMemberName: route({
    id: 'correctMemberName',
    method: 'PUT',
    path: '/admin/api/:brand/members/:id/name',
    tag,
    access: may('correctMembers'),
    summary: 'Corrects a name, by the rules for a member’s own choice, and notifies the member. 409 `unchanged`.',
    params: ofMember,
    body: z.strictObject({ name: text(200), reason }),
    reply: held,
    failures: [401, 403, 404, 409],
  }),
  correctMemberHome: route({
    id: 'correctMemberHome',
    method: 'PUT',
    path: '/admin/api/:brand/members/:id/home',
    tag,
    access: may('correctMembers'),
    summary:
      'Corrects where a member lives, beyond the number of times that they may do it themselves, and notifies them. 409 `unchanged`.',
    params: ofMember,
    body: z.strictObject({ region: text(100), city: z.optional(text(100)), reason }),
    reply: held,
    failures: [401, 403, 404, 409],
  }),
  correctMemberAge: route({
    id: 'correctMemberAge',
    method: 'PUT',
    path: '/admin/api/:brand/members/:id/age',
    tag,
    access: may('correctMembers'),
    summary: 'Corrects an age, which a member may do once, and notifies them. 409 `unchanged`.',
    params: ofMember,
    body: z.strictObject({ age: statedAge, reason }),
    reply: held,
    failures: [401, 403, 404, 409],
  }),
  correctMemberGender: route({
    id: 'correctMemberGender',
    method: 'PUT',
    path: '/admin/api/:brand/members/:id/gender',
    tag,
    access: may('correctMembers'),
    summary:
      'Corrects in whose searches a member is listed, beyond the number of times that they may do it themselves, and notifies them. 409 `unchanged`.',
    params: ofMember,
    body: z.strictObject({ listedAll: genderList, reason }),
    reply: held,
    failures: [401, 403, 404, 409],
  }),
  regionsForStaff: route({
    id: 'regionsForStaff',
    method: 'GET',
    path: '/admin/api/:brand/regions/:country',
    tag,
    access: may('readMembers'),
    summary: 'Names of the regions of a country, sorted; none of an unknown one.',
    params: z.strictObject({ ...brandParams.shape, country: z.string().check(z.maxLength(60)) }),
    reply: z.array(z.string()),
    failures: [401, 403],
  }),
} as const
