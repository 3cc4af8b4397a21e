import * as v from 'valibot'
import { newId } from '#shared/domain/identifier.ts'

const id = newId()
const at = '2026-11-20T09:00:00.000Z'

/**
 * Values that a schema accepts: its own examples, or else values derived from its kind, each choice once.
 * @throws for a schema that accepts none of the derived values: give it an example.
 */
export function examplesOf(schema: v.GenericSchema): readonly unknown[] {
  const made = candidates(schema).filter((value) => v.is(schema, value))
  if (made.length === 0) throw new Error(`Give this ${schema.type} an example with v.examples().`)
  return made
}

function candidates(schema: v.GenericSchema): readonly unknown[] {
  const given: readonly unknown[] = v.getExamples(schema)
  if (given.length > 0) return given
  if (isA(schema, 'undefined')) return [undefined]
  if (isA(schema, 'string')) return [id, at, 'Made up', 'made up 1']
  if (isA(schema, 'number')) return [1]
  if (isA(schema, 'boolean')) return [true, false]
  if ('options' in schema && Array.isArray(schema.options)) return schema.options.flatMap(ofOption)
  if ('literal' in schema) return [schema.literal]
  if ('wrapped' in schema && isSchema(schema.wrapped)) {
    return isA(schema, 'nullable') ? [...examplesOf(schema.wrapped), null] : examplesOf(schema.wrapped)
  }
  if ('item' in schema && isSchema(schema.item)) return [examplesOf(schema.item).slice(0, 1)]
  if ('entries' in schema && isRecord(schema.entries)) return ofObject(schema.entries)
  return []
}

/** As many objects as the field with the most choices has; every field cycles through its choices. */
function ofObject(entries: Readonly<Record<string, unknown>>): readonly unknown[] {
  const fields = Object.entries(entries).flatMap(([name, field]) =>
    isSchema(field) ? [{ name, values: examplesOf(field) }] : [],
  )
  const most = Math.max(1, ...fields.map(({ values }) => values.length))
  return Array.from({ length: most }, (_, at) =>
    Object.fromEntries(fields.map(({ name, values }) => [name, values[at % values.length]])),
  )
}

function ofOption(option: unknown): readonly unknown[] {
  return isSchema(option) ? examplesOf(option) : [option]
}

function isA(schema: v.GenericSchema, type: string): boolean {
  return schema.type === type
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isSchema(value: unknown): value is v.GenericSchema {
  return isRecord(value) && value['kind'] === 'schema'
}
