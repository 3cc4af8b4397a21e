import { DOMWrapper, flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Router } from 'vue-router'
import type { RequestChannel } from '#shared/contract/calls.ts'
import type { FollowUp } from '#shared/claim/follow-up.ts'
import { aKeptFile, aDraft, aStanding, completeFields } from '#testing/claim/made-up.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { ClaimInFull } from '#shared/domain/claim-list.ts'
import type { EntryBody, EntryDetail, EntrySummary } from '#shared/outbox/entry.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
import { practiceLinks } from '#shared/domain/stand-in.ts'
import { moment } from '#shared/language/format.ts'
import { err, ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import { madeUpListed } from '#testing/claims/made-up-claims.ts'
import { useCommandLayer } from '#renderer/commands/command-layer.ts'
import { correcting } from '#renderer/claim/correcting.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { undoOffer } from '#renderer/ui/undo.ts'
import { button, press } from '#testing/page/buttons.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { anEntry, anOwnRow, aStatus, entryFiles, FakeMain } from '#testing/page/fake-main.ts'
import ClaimScreen from '#renderer/features/claim-form/ClaimScreen.vue'
import RequestScreen from '#renderer/features/claims/RequestScreen.vue'

const at = '2026-03-04T09:00:00.000Z'
const { id } = anEntry()
const claimBody = {
  kind: 'claim',
  product: 'keke',
  claim: { ...completeFields, repairEstimate: 45_000 },
  branchReference: '7F3K-92QD',
} as const satisfies EntryBody
const unconfirmed = { name: 'unconfirmed', since: at, cause: 'reset', absentReadings: 0, resends: 0 } as const
const delivered = { name: 'delivered', at, proof: 'answer', claimId: 71, serverMessage: '' } as const
const nothing: FollowUp = { changes: [], note: null, wrong: null }

let main: FakeMain
let router: Router
let page: VueWrapper
let entry: EntrySummary
let body: EntryBody
let lines: readonly HistoryLine[]
let followUp: FollowUp | null
let listed: ClaimInFull['listed']

beforeEach(() => {
  body = claimBody
  lines = [{ type: 'accepted', at }]
  followUp = null
  listed = null
  router = aRouter()
  const full = (): ClaimInFull => ({
    row: anOwnRow({ type: 'own', entry }),
    listed,
    followUp,
    others: [],
  })
  main = new FakeMain({
    'app:status': () => ok(aStatus({ environment: 'live' })),
    'outbox:list': () => ok([entry]),
    'outbox:entry': () => ok<EntryDetail>({ ...entry, body, uploads: [] }),
    'outbox:history': () => ok(lines),
    'outbox:look-now': () => ok(entry),
    'claims:one': ({ key }) => ok(key === id ? full() : null),
    'claims:note': () => ok(nothing),
    'attachments:list': () => ok({ files: [], unreadable: 0 }),
    'claims:wrong': () => ok(nothing),
  })
})

async function open(change: Partial<EntrySummary>, claimKey = id): Promise<void> {
  entry = anEntry({ reference: '7F3K-92QD', attempts: 1, ...change })
  await Promise.all([useAppStatus().start(), useOutbox().read(), useDrafts().read()])
  const screen = entry.kind === 'claim' ? ClaimScreen : RequestScreen
  page = mount(screen, {
    props: { claimKey, id: claimKey },
    global: { plugins: [router] },
    attachTo: document.body,
  })
  await flushPromises()
}
const hero = () => page.get('h2').element.closest('section')

describe('the page of a claim', () => {
  it.each([
    [{ customer: { name: 'Ngozi Made-up', phone: '' } }, 'Ngozi Made-up', 'KKP/1 · Keke claim'],
    [{ holder: 'Omotayo Invented' }, 'Omotayo Invented', 'KKP/1 · Keke claim'],
    [{}, 'KKP/1', 'Keke claim'],
  ])('leads with the customer where that is known: %o', async (known, head, beneath) => {
    await open({ policyNumber: 'KKP/1', ...known })
    const heading = page.get('h1')
    expect([heading.text(), heading.element.nextElementSibling?.textContent]).toEqual([head, beneath])
  })

  it('has the amount in its first part, and the customer’s phone one press away', async () => {
    await open({ amount: 45_000, customer: { name: 'Ngozi Made-up', phone: '08031234567' } })
    expect(hero()?.textContent).toContain('₦45,000')
    expect(hero()?.textContent).not.toContain('0803')
    await press('Call')
    await press('0803 123 4567')
    expect(button('Call').isVisible()).toBe(true)
  })

  it('has its slip in hand for the command, until it is left', async () => {
    await open({ state: delivered, standing: aStanding() })
    const layer = useCommandLayer()
    layer.slip?.()
    await expect.poll(() => document.querySelector('[role=dialog]')?.textContent).toContain('7F3K-92QD')
    page.unmount()
    expect(layer.slip).toBeNull()
  })

  it('gives its place to the draft that corrects it: Back leads to where it was opened', async () => {
    main.answer({ 'outbox:to-draft': () => ok(aDraft()) })
    await router.push('/')
    await router.push(`/claims/${id}`)
    await open({
      state: { name: 'rejected', at, serverMessage: '', fieldErrors: {}, forbidden: false },
    })
    await press('Correct')
    expect(router.currentRoute.value.path).toBe(`/claims/${aDraft().id}`)
    router.back()
    await expect.poll(() => router.currentRoute.value.path).toBe('/')
  })

  it('leads to the earlier claim that it waits for', async () => {
    const behind = newId()
    await open({ behind })
    expect(page.text()).not.toContain('Send now')
    await press('Earlier claim')
    await expect.poll(() => router.currentRoute.value.path).toBe(`/claims/${behind}`)
  })

  it('leaves the focus on its page when what was pressed is no longer offered', async () => {
    await open({ state: unconfirmed })
    const stop = useOutbox().listen()
    button('Check now').element.focus()
    entry = { ...entry, state: delivered, standing: aStanding() }
    main.announce('outbox:changed', { changed: [entry], removed: [] })
    await flushPromises()
    expect(document.activeElement?.textContent.trim()).toBe('Customer’s slip')
    stop()
  })

  it.each<[string, Partial<EntrySummary>, RequestChannel, string | null]>([
    ['Check now', { state: unconfirmed }, 'outbox:look-now', null],
    ['It arrived', { state: unconfirmed }, 'outbox:accept-as-sent', 'Mark this claim as received?'],
    ['Send again', { state: unconfirmed }, 'outbox:send-again', 'It may arrive twice'],
    ['Insurer told', { state: delivered, duplicateClaimIds: [75] }, 'outbox:acknowledge-duplicate', null],
    ['Send now', {}, 'outbox:send-now', null],
    ['Move to drafts', {}, 'outbox:to-draft', null],
    ['Discard', {}, 'outbox:discard', 'Discard this claim?'],
  ])('has main carry out “%s” at once, or after a question', async (label, change, channel, question) => {
    await open(change)
    main.answer({ 'outbox:discard': () => ok(null), 'outbox:undo-discard': () => ok(entry) })
    await press(label)
    if (question !== null) {
      const dialog = () => document.querySelector<HTMLElement>('[role=alertdialog]')
      await expect.poll(() => dialog()?.textContent).toContain(question)
      expect(main.askedOf(channel)).toEqual([])
      await press(label, new DOMWrapper(dialog()))
    }
    expect(main.askedOf(channel)).toEqual([{ id }])
    if (channel !== 'outbox:discard') return
    await expect.poll(() => undoOffer.value?.text).toContain('Discarded')
    await undoOffer.value?.undo()
    expect(main.askedOf('outbox:undo-discard')).toEqual([{ id }])
  })

  it('warns of what became of it while it is asked', async () => {
    const customer = { name: 'Amaka Made-up', phone: '' }
    await open({ attempts: 0, files: entryFiles({ uploaded: 1 }), customer })
    const stop = useOutbox().listen()
    await press('Discard')
    const dialog = (): string => document.querySelector('[role=alertdialog]')?.textContent ?? ''
    await expect.poll(dialog).toContain(`Amaka Made-up · ${entry.policyNumber}`)
    expect(dialog()).not.toContain('may have')
    expect(dialog()).toContain('Uploaded files are removed too')
    main.announce('outbox:changed', { changed: [{ ...entry, attempts: 1, state: unconfirmed }], removed: [] })
    await flushPromises()
    expect(dialog()).toContain('may have')
    stop()
  })

  it('hides the identification of our own claim as it hides the insurer’s, and opens its files', async () => {
    await open({ state: delivered, standing: aStanding() })
    expect(page.text()).not.toContain(completeFields.claimantIdentification)
    expect(page.find(`a[href="${completeFields.medicalReportUrl}"]`).exists()).toBe(true)
    await page.get('[aria-label="Show Claimant’s identification"]').trigger('click')
    expect(page.text()).toContain(completeFields.claimantIdentification)
  })

  it('asks the insurer about its own policy alone, whichever claim was there before', async () => {
    const second = anEntry({ id: newId(), policyNumber: 'KKP/2025/LA/000002', state: delivered })
    const details = (): readonly unknown[] => main.askedOf('details:find').slice(-1)
    main.answer({
      'claims:one': ({ key }) =>
        ok({
          row: anOwnRow({ type: 'own', entry: key === id ? entry : second }),
          listed: null,
          followUp: null,
          others: [],
        }),
    })
    await open({ state: delivered })
    expect(details()).toEqual([{ product: 'keke', policyNumber: entry.policyNumber }])
    await page.setProps({ claimKey: second.id })
    await flushPromises()
    expect(details()).toEqual([{ product: 'keke', policyNumber: second.policyNumber }])
  })

  it('shows evidence that was not available yet as soon as the insurer lists it', async () => {
    const link = 'https://files.example/certificate.pdf'
    const standIns = { deathCertificateUrl: 'not-available' } as const
    const sent = { ...claimBody.claim, deathCertificateUrl: practiceLinks.notAvailableLink }
    body = { ...claimBody, claim: sent, standIns }
    main.answer({ 'app:status': () => ok(aStatus()) })
    await open({ state: delivered })
    expect(page.text()).toContain('Not available yet')
    page.unmount()
    listed = madeUpListed({ deathCertificateUrl: link, medicalReportUrl: 'other' })
    await open({ state: delivered })
    expect(page.text()).not.toContain('Not available yet')
    expect(page.text()).toContain(link)
    expect(page.text(), 'what was sent').toContain(claimBody.claim.medicalReportUrl)
  })

  it.each([
    ['its files', 'attachments:list', 'Photos and PDFs'],
    ['what is saved of its policy', 'details:find', 'At the insurer'],
  ] as const)('says that %s could not be read, and not that there is nothing', async (...row) => {
    const [, channel, title] = row
    main.fail(channel, { type: 'storage-unavailable' })
    await open({ state: delivered })
    const card = page.findAll('section').find((one) => one.text().startsWith(title))
    expect(card?.text()).toContain('Claims Desk cannot use its files')
  })

  it('says so where there is no such claim, also while no draft can be opened', async () => {
    main.fail('drafts:list', { type: 'storage-unavailable' })
    await open({}, 'keke-1')
    expect(page.text()).toContain('This claim is not on this computer')
  })
})

describe('the step “Sent”', () => {
  const sent = () => page.findAll('ol[aria-label="How far it is"] > li')[1]?.findAll('p')[1]?.text()
  const attempt = (number: number, outcome: string): HistoryLine => {
    const openedAt = `2026-03-04T10:0${number}:00.000Z`
    return { type: 'attempt', number, openedAt, closedAt: openedAt, outcome, serverMessage: '' }
  }

  it('has the time of the last try that left this computer', async () => {
    lines = [attempt(1, 'not-sent/dns'), attempt(2, 'uncertain/reset'), attempt(3, 'not-sent/dns')]
    await open({ state: { ...delivered, proof: 'list' }, attempts: 3 })
    expect(sent()).toBe(moment('2026-03-04T10:02:00.000Z'))
  })

  it('has the time its state tells, until its history is known, and none that is not known', async () => {
    lines = []
    await open({ state: unconfirmed })
    expect(sent()).toBe(moment(at))
    page.unmount()
    await open({ state: { ...delivered, proof: 'list' } })
    expect(sent()).toBe('')
  })
})

it('a status that followed another one says so with the same words and time in its head and its history', async () => {
  const says = { estimate: 45_000, isDeleted: false }
  const reopened = '2026-03-05T10:00:00.000Z'
  followUp = {
    ...nothing,
    changes: [
      { ...says, status: '3', at },
      { ...says, status: '1', at: reopened },
      { ...says, status: '1', estimate: 50_000, at: '2026-03-06T10:00:00.000Z' },
    ],
  }
  const standing = aStanding({ changedAt: reopened, followed: { was: '3', since: reopened } })
  await open({ state: delivered, standing })
  expect(hero()?.textContent).toContain(`Since ${moment(reopened)} (was “Status 3”), as of`)
  const card = page.findAll('section').find((one) => one.text().startsWith('What the insurer said'))
  const said = card?.findAll('li').map((line) => line.text().replaceAll(/\s+/g, ' '))
  expect(said?.slice(1)).toEqual([
    `${moment(reopened)}Status 1 (was Status 3).`,
    `${moment(at)}First seen: Status 3.`,
  ])
  expect(page.get('ol[aria-label="How far it is"] > li:last-child').text()).toContain(moment(reopened))
})

describe('“Something is wrong”', () => {
  const dialog = () => new DOMWrapper(document.body).find('[role=dialog]')
  async function ask(standing = aStanding()): Promise<void> {
    await open({ state: delivered, standing })
    await page.findAll('[role=menu] button').at(-1)?.trigger('click')
    await expect.poll(() => dialog().exists()).toBe(true)
  }
  async function replacedBy(text: string): Promise<void> {
    await dialog().get('input[maxlength]').setValue(text)
    await press('Mark as wrong')
  }

  it('is noted with the reference of the claim in its place, once that can be one', async () => {
    await ask()
    await replacedBy('the other one')
    expect(document.body.textContent).toContain('Enter a reference such as')
    expect(main.askedOf('claims:wrong')).toEqual([])
    await replacedBy(' 8g4m 73re')
    expect(main.askedOf('claims:wrong')).toEqual([{ id, wrong: { replacedBy: '8G4M-73RE', isDone: false } }])
    expect(dialog().exists()).toBe(false)
  })

  it('opens a copy with what is wrong selected, and marks first, by the id of that draft', async () => {
    main.answer({ 'drafts:save': () => ok('saved') })
    await ask()
    await dialog().get('select').setValue('repairEstimate')
    const photo = aKeptFile({ name: 'fork.jpg', size: 3, field: 'incidentPictureUrl' })
    main.answer({
      'attachments:list': ({ claimId }) => ok({ files: claimId === id ? [photo] : [], unreadable: 0 }),
      'attachments:part': () => ok({ type: 'part', part: 'AQID' }),
      'attachments:add-part': () => ok({ type: 'kept', file: photo }),
    })
    await press('Submit the right claim now')
    await flushPromises()
    const [draft] = useDrafts().all
    const wrong = { what: 'repairEstimate', replacedBy: '', isDone: false, copy: draft?.id }
    expect(main.askedOf('claims:wrong')).toEqual([{ id, wrong }])
    const channels = main.asked.map(({ channel }) => channel)
    expect(channels.indexOf('claims:wrong')).toBeLessThan(channels.indexOf('drafts:save'))
    expect(router.currentRoute.value.path).toBe(`/claims/${draft?.id}`)
    expect(useCommandLayer()).toMatchObject({ copied: draft?.id, copiedField: 'repairEstimate' })
    // Its files go along, each in its slot.
    const { name, size, photos, field } = photo
    expect(main.askedOf('attachments:add-part')).toEqual([
      expect.objectContaining({ claimId: draft?.id, name, size, photos, field, index: 0, part: 'AQID' }),
    ])
  })

  it('of which the insurer was told asks whom, names both references, and is undone', async () => {
    const wrong = { at, by: null, replacedBy: '8G4M-73RE', isDone: false }
    await open({ state: delivered, standing: aStanding({ wrong }) })
    await press('Insurer told')
    await expect.poll(() => dialog().find('form').exists()).toBe(true)
    expect(dialog().text()).toContain('7F3K-92QD is wrong, 8G4M-73RE is right')
    await dialog().get('input[maxlength]').setValue('Mrs Made-up')
    await dialog().get('form').trigger('submit')
    await flushPromises()
    await undoOffer.value?.undo()
    const told = { replacedBy: '8G4M-73RE', isDone: true, whom: 'Mrs Made-up' }
    expect(main.askedOf('claims:wrong')).toEqual([
      { id, wrong: told },
      { id, wrong: { replacedBy: '8G4M-73RE', isDone: false } },
    ])
    expect(dialog().exists()).toBe(false)
  })

  it('stays open, and says why, where it cannot be noted', async () => {
    main.answer({ 'claims:wrong': () => err({ type: 'disk-full' }) })
    await ask()
    await replacedBy('')
    expect(dialog().text()).toContain('The disk is full')
  })
})

describe('a claim that is marked as wrong', () => {
  const wrong = {
    at,
    by: 'Ada Made-up',
    what: 'policyNumber',
    replacedBy: '8G4M-73RE',
    isDone: true,
  } as const
  const told = { at: '2026-03-05T09:00:00.000Z', by: null, whom: 'Mrs Made-up' }
  const another = anEntry({
    id: newId(),
    state: delivered,
    reference: '8G4M-73RE',
    sentReferences: ['8G4M-73RE'],
    standing: aStanding(),
  })

  it('says so on its page and in its history, and leads to the claim in its place', async () => {
    main.answer({ 'outbox:list': () => ok([entry, another]) })
    await open({ state: delivered, standing: aStanding({ wrong: { ...wrong, told } }) })
    expect(page.get('h2').text()).toBe('Wrong, replaced by 8G4M-73RE')
    const link = page.findAll('a').find((one) => one.text() === 'Replaced by 8G4M-73RE')
    expect(link?.attributes('href')).toBe(`/claims/${another.id}`)
    const history = page.get('ol[aria-label=Delivery]').findAll('li')
    expect(history.slice(-2).map((line) => line.text())).toEqual([
      expect.stringMatching(/Marked as wrong: Policy number\..*By Ada Made-up\./),
      expect.stringContaining('The insurer was told: Mrs Made-up.'),
    ])
  })

  it('is led to from the claim in its place; of one that is not here there is no link', async () => {
    const mistaken = { ...another, reference: 'WR0N-GWR0', standing: aStanding({ wrong }) }
    main.answer({ 'outbox:list': () => ok([entry, mistaken]) })
    await open({ state: delivered, reference: '8G4M-73RE', sentReferences: ['8G4M-73RE'] })
    const link = page.findAll('a').find((one) => one.text() === 'Replaces WR0N-GWR0')
    expect(link?.attributes('href')).toBe(`/claims/${another.id}`)
    page.unmount()
    main.answer({ 'outbox:list': () => ok([entry]) })
    await open({ state: delivered, standing: aStanding({ wrong }) })
    expect(page.findAll('a').some((one) => one.text().startsWith('Replaced by'))).toBe(false)
    expect(page.text()).toContain('Replaced by 8G4M-73RE')
  })
})

describe('the note', () => {
  const note = { text: 'Called on Monday.', at, by: 'Ada Made-up' }
  async function write(text: string): Promise<void> {
    followUp = { ...nothing, note }
    await open({ state: delivered, standing: aStanding() })
    await page.get('textarea').setValue(text)
  }

  it('is saved when its field is left, and only where it changed', async () => {
    await write(' Called on Monday. ')
    await page.get('textarea').trigger('focusout')
    expect(main.askedOf('claims:note')).toEqual([])
    await page.get('textarea').setValue('Called again.')
    await page.get('textarea').trigger('focusout')
    expect(main.askedOf('claims:note')).toEqual([{ id, text: 'Called again.' }])
    expect(page.text()).toContain('by Ada Made-up')
  })

  it('is saved when its page is left by a key', async () => {
    await write('Called again.')
    page.unmount()
    expect(main.askedOf('claims:note')).toEqual([{ id, text: 'Called again.' }])
  })

  it('keeps and saves what is typed while it is being saved', async () => {
    await write('Called again.')
    const held = main.hold('claims:note')
    await page.get('textarea').trigger('focusout')
    await held.reached
    await page.get('textarea').setValue('Called again. No answer.')
    followUp = { ...nothing, note: { ...note, text: 'Called again.' } }
    held.release()
    await flushPromises()
    expect(page.get('textarea').element.value).toBe('Called again. No answer.')
    page.unmount()
    expect(main.askedOf('claims:note').at(-1)).toEqual({ id, text: 'Called again. No answer.' })
  })

  it('is saved with what was typed since, when its page is left while it is being saved', async () => {
    await write('Called again.')
    const held = main.hold('claims:note')
    await page.get('textarea').trigger('focusout')
    await held.reached
    await page.get('textarea').setValue('Called again. No answer.')
    page.unmount()
    held.release()
    await flushPromises()
    expect(main.askedOf('claims:note').at(-1)).toEqual({ id, text: 'Called again. No answer.' })
  })

  it('stays in its field, which says so, where it could not be saved', async () => {
    await write('Called again.')
    main.fail('claims:note', { type: 'disk-full' })
    await page.get('textarea').trigger('focusout')
    await flushPromises()
    expect(page.text()).toContain('The disk is full')
    expect(page.get('textarea').element.value).toBe('Called again.')
  })
})

describe('the page of a pharmacy request', () => {
  const requestBody = {
    kind: 'pharmacy-request',
    pharmacyId: 7,
    pharmacyName: 'Made-up Pharmacy',
    policyNumber: 'KP/1',
  } as const
  beforeEach(() => void (body = requestBody))
  const request = { kind: 'pharmacy-request', product: null, pharmacyName: 'Made-up Pharmacy' } as const

  it('says so where there is none', async () => {
    main.answer({ 'outbox:entry': () => err({ type: 'unknown-entry' }) })
    await open(request)
    expect(page.text()).toContain('This request is not on this computer')
  })

  it('says nothing of what failed for the one that was there before', async () => {
    await open(request)
    main.fail('outbox:send-now', { type: 'disk-full' })
    await press('Send now')
    expect(page.text()).toContain('The disk is full')
    await page.setProps({ id: newId() })
    await flushPromises()
    expect(page.text()).not.toContain('The disk is full')
  })

  it.each([
    ['https://here.example', 7, `/requests/${id}`],
    ['https://earlier.example', undefined, '/pharmacies'],
  ])('asks for its pharmacy again where that was selected elsewhere: %s', async (...row) => {
    const [chosenAt, pharmacyId, path] = row
    const state = { name: 'rejected', at, serverMessage: 'No.', fieldErrors: {}, forbidden: false } as const
    const settings = { ...defaultSettings, liveBaseUrl: 'https://here.example' }
    main.answer({ 'app:status': () => ok(aStatus({ environment: 'live', settings })) })
    body = { ...requestBody, chosenAt }
    await router.push(`/requests/${id}`)
    await open({ ...request, state })
    await press('Correct')
    expect([correcting.value?.request.id, correcting.value?.pharmacy?.id]).toEqual([id, pharmacyId])
    expect(router.currentRoute.value.path).toBe(path)
    correcting.value = null
  })
})
