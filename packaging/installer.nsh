; electron-builder includes this in installer and uninstaller. What an officer captured stays unless a person at the
; screen decides otherwise: drafts and unsent claims are in the folder of the officer's account.

!macro customUnInit
  ; electron-builder's own switch would remove everything without asking.
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "--delete-app-data" $R1
  ${ifNot} ${Errors}
    SetErrorLevel 2
    MessageBox MB_OK|MB_ICONSTOP "Claims Desk does not remove drafts and unsent claims by a switch. Uninstall without --delete-app-data." /SD IDOK
    Quit
  ${endIf}
!macroend

!macro customUnInstall
  ; An update runs the uninstaller of the previous version: it removes only the program.
  ${ifNot} ${isUpdated}
    ${if} $installMode == "all"
      SetShellVarContext current
    ${endIf}

    ; The entry for start at login (src-main/shell/login-item.ts).
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"

    ; What notifications need, which Electron writes for each account (windows_toast_activator.cc), by the id of
    ; src-main/shell/start-checks.ts and the program's name.
    DeleteRegKey HKCU "Software\Classes\CLSID\{E0F9F189-D5AA-412C-A0A9-941B1C5693B4}"
    Delete "$SMPROGRAMS\${PRODUCT_NAME}.lnk"
    ; Installed for all accounts, each has such a shortcut; their registries cannot be reached from here.
    ${if} $installMode == "all"
      ReadRegStr $R2 HKLM "SOFTWARE\Microsoft\Windows NT\CurrentVersion\ProfileList" "ProfilesDirectory"
      ExpandEnvStrings $R2 "$R2"
      FindFirst $R0 $R1 "$R2\*"
      ${while} $R1 != ""
        Delete "$R2\$R1\AppData\Roaming\Microsoft\Windows\Start Menu\Programs\${PRODUCT_NAME}.lnk"
        FindNext $R0 $R1
      ${endWhile}
      FindClose $R0
    ${endIf}

    ; Silent means No (/SD IDNO), and so does the Enter key (the second button).
    ${if} ${FileExists} "$LOCALAPPDATA\${PRODUCT_NAME}\*.*"
      MessageBox MB_YESNO|MB_ICONEXCLAMATION|MB_DEFBUTTON2 "Also remove what Claims Desk keeps for you on this computer?$\r$\n$\r$\nDrafts, claims that have not reached the insurer yet, kept photos and the connection would be gone for good. Other accounts of this computer keep theirs.$\r$\n$\r$\nNo keeps everything for the next installation." /SD IDNO IDNO keepData
      RMDir /r "$LOCALAPPDATA\${PRODUCT_NAME}"
      keepData:
    ${endIf}

    ${if} $installMode == "all"
      SetShellVarContext all
    ${endIf}
  ${endIf}
!macroend
