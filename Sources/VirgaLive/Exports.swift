// What `import VirgaLive` brings from other rooms: the SDK, and why a session cannot be used.

@_exported public import VirgaSDK

@_exported public import enum VirgaSession.StoreFailure
