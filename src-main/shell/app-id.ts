/** As in electron-builder.json: Windows shows notifications only under the id of the shortcut in the start menu. */
export const appUserModelId = 'app.claimsdesk'
