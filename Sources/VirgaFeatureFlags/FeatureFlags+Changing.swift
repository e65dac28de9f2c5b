public import Foundation
import VirgaBundle
import VirgaFiles
public import VirgaFlags
import VirgaJSON
import VirgaSDK
import VirgaSource

// Changes by a developer while the app runs.
extension FeatureFlags {
  /// Turns a flag on or off until the next refresh; nil restores the configuration's value.
  ///
  /// - Throws: `FlagError` if the flag does not exist; nothing changes then.
  public func set(_ name: Feature.Name, isEnabled: Bool?) throws(FlagError) {
    try changeChoices(of: name) { choices, _ throws(FlagError) in choices.isEnabled = isEnabled }
  }

  /// Forces a variation of a test until the next refresh; nil restores the one that the test's
  /// draw, a random number, selects.
  ///
  /// - Throws: `FlagError` if the test or variation does not exist; what was forced before stays.
  public func set(_ name: Feature.Name, variation: Test.Variation?) throws(FlagError) {
    try changeChoices(of: name) { choices, flag throws(FlagError) in
      guard flag.isTest else {
        throw FlagError(.notApplicable, "`\(name)` is a flag, not a test, so it has no variations")
      }
      if let variation, !flag.variations.contains(variation) {
        let known = flag.variations.map { "`\($0)`" }.joined(separator: " or ")
        throw FlagError(
          .unknownOption, "`\(name)` has no variation `\(variation)`; choose \(known)")
      }
      choices.variation = variation
    }
  }

  /// Unlocks an unlock flag for this user; returns whether it is now unlocked.
  ///
  /// Only an unlock flag that is on can be unlocked. The state survives restarts and overrides that
  /// of the configuration.
  @discardableResult
  public func unlock(_ name: Feature.Name) -> Bool {
    guard let answer = answer(name), answer.refusalToUnlock == nil else { return false }
    setLock(name, isUnlocked: true)
    return true
  }

  /// Locks an unlock flag for this user; returns whether it is now locked.
  ///
  /// False for an unknown flag, and for one that is not an unlock flag: it has no lock.
  @discardableResult
  public func lock(_ name: Feature.Name) -> Bool {
    guard let answer = answer(name), answer.refusalToLock == nil else { return false }
    setLock(name, isUnlocked: false)
    return true
  }

  /// Adds a flag that no file has; returns false if the name is already used.
  ///
  /// A test gets a draw, the random number that selects its variation.
  @discardableResult
  public func addFeature(_ flag: ConfiguredFlag) -> Bool {
    let isAdded = updateLoaded { loaded, random in loaded.merged.add(flag, random: &random) }
    if isAdded {
      storeCache()
      notifyObservers()
    }
    return isAdded
  }

  /// Deletes a flag with what is stored for it: a test's draw, whether the user unlocked the flag,
  /// and the choices of developers.
  ///
  /// The next refresh restores the flag if a file has it.
  public func deleteFeature(_ name: Feature.Name) {
    changeStoreAndNotify { state in
      state.loaded.merged.remove(name.rawValue)
      state.developerChoices[name.rawValue] = nil
    }
  }

  /// Deletes the cache of flags, of the draws of tests and of which flags the user unlocked, so
  /// that the next start begins fresh.
  ///
  /// Until then the flags stay as they are.
  ///
  /// - Throws: `FileFailure` if a file cannot be deleted. The cache then stays, but the
  ///   previous one, which is deleted first, may be gone.
  public func deleteCache() throws {
    try caching.delete()
    state.withLock { $0.storedCache = nil }
  }

  /// Changes a developer's choices for a flag; throws what `change` throws, or that the flag does
  /// not exist.
  private func changeChoices(
    of name: Feature.Name,
    _ change: (inout ConfiguredFlagOverrides, ConfiguredFlag) throws(FlagError) -> Void
  ) throws(FlagError) {
    let result = state.withLock { state -> Result<Void, FlagError> in
      guard let flag = state.loaded.merged[name.rawValue] else {
        return .failure(FlagError(.unknownFlag, "Unknown flag `\(name)`"))
      }
      return Result { () throws(FlagError) in
        try change(
          &state.developerChoices[name.rawValue, default: ConfiguredFlagOverrides()], flag)
      }
    }
    try result.get()
    notifyObservers()
  }

  /// Stores whether an unlock flag is unlocked.
  ///
  /// ``Options/overrides``, which are choices made outside the app, such as in a session, store it;
  /// if there are none or they cannot, it is stored with these flags.
  private func setLock(_ name: Feature.Name, isUnlocked: Bool) {
    let isStoredOutside = overrides?.setLock(name.rawValue, isUnlocked: isUnlocked) ?? false
    if isStoredOutside { return notifyObservers() }
    changeStoreAndNotify {
      $0.loaded.merged.drawsAndLocks.isUnlockedByName[name.rawValue] = isUnlocked
    }
  }

  /// Changes the state, stores the cache and notifies observers.
  ///
  /// `body` runs under the lock, so it must not draw a number that selects the variation of a test:
  /// that would run the app's random generator.
  private func changeStoreAndNotify(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
    storeCache()
    notifyObservers()
  }

  // The source of the shared flags, under the FeatureFlags package's names.

  /// The URL of the configuration: a file, for example in the bundle, or https.
  ///
  /// ```swift
  /// FeatureFlags.configurationURL = Bundle.main.url(
  ///   forResource: "features", withExtension: "json")
  /// ```
  ///
  /// It is read when a flag is first read. A web URL is fetched in the background; until then the
  /// cache is used, or else the fallback.
  public static var configurationURL: URL? {
    get { settings.configuration.flatMap(url) }
    set { setUp { $0.configuration = sourceText(newValue) } }
  }

  /// The configuration used if the other one cannot be read; it also declares flags under
  /// development.
  public static var localFallbackConfigurationURL: URL? {
    get { settings.fallback.flatMap(url) }
    set { setUp { $0.fallback = sourceText(newValue) } }
  }

  /// The folder for `Features.json`, the cache of flags, of the draws of tests and of which flags
  /// the user unlocked; set it before reading a flag.
  ///
  /// By default the app's caches folder; on systems where programs share that folder, a subfolder
  /// for this program.
  public static var cacheFolder: URL {
    get { folder.withLock { $0 } ?? defaultFolder }
    set {
      folder.withLock { $0 = newValue }
      // Flags that are made later have their cache in the new folder.
      let caching = cachingInFolder
      configure { $0.caching = caching }
    }
  }

  /// Applies data as the configuration of the shared flags, then calls `completion`.
  ///
  /// For an app that fetches the file itself. Data that is not a configuration changes nothing;
  /// ``load`` says why.
  public static func refreshWithData(_ data: Data, completion: (@Sendable () -> Void)? = nil) {
    // Changes no setting, but gives an app that has set none the cache in `cacheFolder`.
    setUp { _ in }
    shared.refreshWithData(data, completion: completion)
  }

  /// Applies data as the configuration, then calls `completion`; other data changes nothing, and
  /// ``load`` says why.
  public func refreshWithData(_ data: Data, completion: (@Sendable () -> Void)? = nil) {
    refreshWithData([UInt8](data), completion: completion)
  }

  private static let folder = Locked<URL?>(nil)

  /// Stores flags in `Features.json` in ``cacheFolder``.
  private static var cachingInFolder: FlagCaching {
    .file(cacheFolder.appendingPathComponent("Features.json").path)
  }

  /// The folder for caches; on macOS and Linux, where apps share it, a folder in it that is named
  /// after the app.
  private static var defaultFolder: URL {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    let folder = caches ?? FileManager.default.temporaryDirectory
    #if os(macOS) || os(Linux)
      return folder.appendingPathComponent(
        Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
    #else
      return folder
    #endif
  }

  /// Changes the settings of the shared flags, which get a cache in ``cacheFolder`` unless they
  /// already have one.
  private static func setUp(_ change: @Sendable (inout Settings) -> Void) {
    let caching = cachingInFolder
    configure { settings in
      change(&settings)
      settings.caching = settings.caching ?? caching
    }
  }

  /// A URL as the text of a source: the path of a file, or the URL; nil for nil, no source.
  ///
  /// ``url(_:)`` is the inverse.
  private static func sourceText(_ url: URL?) -> String? {
    url.map { $0.isFileURL ? $0.path : $0.absoluteString }
  }

  /// The URL that a source's text is, or else the URL of the file at this path; nil if the text
  /// with `://` is not a valid URL.
  private static func url(_ source: String) -> URL? {
    source.contains("://") ? URL(string: source) : URL(fileURLWithPath: source)
  }
}
