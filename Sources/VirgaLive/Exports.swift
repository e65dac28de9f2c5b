// One `import VirgaLive` is enough: a live session shows the session's entries, and lives in a client of the SDK.
@_exported public import VirgaSDK
@_exported public import VirgaSession
