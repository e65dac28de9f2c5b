import ArgumentParser
import VirgaCanvas
import VirgaConsole

/// What the value of an argument names, as far as the program can list it.
///
/// A command declares it as the completion of an argument. The parser describes a command's
/// arguments as JSON, which keeps the text of a shell command but no function; therefore the name
/// of the subject is declared as such a text. It is never part of a script.
enum CompletionSubject: String {
  /// A manifest; the names in it complete the rest of the line.
  case manifest
  /// A manifest, or `FILE@CHANNEL`.
  case manifestChannel
  /// Another manifest, or a channel of the one on the line.
  case manifestOrChannel
  case features, variables
  /// `FEATURE=FILE`.
  case configs
  case channels
  /// Channels separated by commas.
  case channelList
  case recipes, branches
  /// A file of recipes, or live ones such as `nimbus:fenix`.
  case recipeSources = "recipe-sources"
  /// `SLUG=BRANCH`.
  case recipeBranches
  case flags
  /// `on`, `off` or `FLAG=on`.
  case flagOverrides
  /// A session file, here or in the folder of sessions.
  case sessions
  case eventKinds
  /// The targeting attributes that exist, and those that a session sets.
  case attributes, setAttributes
  /// A targeting expression, in which attributes are offered.
  case expression
  /// The apps that accept a handoff, and the channels of their builds.
  case apps, appChannels
  /// The branches and tags of the git repository of the manifest.
  case revisions

  /// The completion that declares it.
  fileprivate var kind: CompletionKind { .shellCommand(rawValue) }
}

extension CompletionKind {
  static let manifest = CompletionSubject.manifest.kind
  static let manifestChannel = CompletionSubject.manifestChannel.kind
  static let manifestOrChannel = CompletionSubject.manifestOrChannel.kind
  static let features = CompletionSubject.features.kind
  static let variables = CompletionSubject.variables.kind
  static let configs = CompletionSubject.configs.kind
  static let channels = CompletionSubject.channels.kind
  static let channelList = CompletionSubject.channelList.kind
  static let recipes = CompletionSubject.recipes.kind
  static let recipeSources = CompletionSubject.recipeSources.kind
  static let branches = CompletionSubject.branches.kind
  static let recipeBranches = CompletionSubject.recipeBranches.kind
  static let flags = CompletionSubject.flags.kind
  static let flagOverrides = CompletionSubject.flagOverrides.kind
  static let sessions = CompletionSubject.sessions.kind
  static let eventKinds = CompletionSubject.eventKinds.kind
  static let attributes = CompletionSubject.attributes.kind
  static let setAttributes = CompletionSubject.setAttributes.kind
  static let expression = CompletionSubject.expression.kind
  static let apps = CompletionSubject.apps.kind
  static let appChannels = CompletionSubject.appChannels.kind
  static let revisions = CompletionSubject.revisions.kind

  static let themes = list(Theme.all.map(\.name))
  static let screens = list(Screen.allCases.map(\.rawValue))
}
