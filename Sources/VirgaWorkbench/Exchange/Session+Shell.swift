import VirgaExperiments
import VirgaFiles
package import VirgaJSON
import VirgaManifest
package import VirgaSession
import VirgaSource

extension Session {
  /// The kinds whose entries each get a command; all others are imported first, as one object.
  ///
  /// If recipes were evaluated, the whole client is in that object: every command would evaluate
  /// them for an incomplete client, and earlier outcomes would be lost.
  private var kindsWithCommands: Set<EntryKind> {
    count(of: .enrollment) > 0
      ? [.edit] : [.edit, .branch, .recipe, .recipeOrder, .context, .clock]
  }

  /// A shell script that recreates the session: a line for each edited value.
  ///
  /// If no recipe was evaluated, it also has a line for each attribute and forced branch.
  ///
  /// - Parameters:
  ///   - options: Options of every command, such as `--session` and a file; their values appear
  ///     once, at the top.
  ///   - channel: The channel on screen; nil for the session's.
  ///   - clientChange: The changes of the client, see ``Operations/clientChange(_:)``. They become
  ///     the history of the
  ///     new session so that they are visible there and can be undone.
  package func shellScript(
    options: [String] = [], channel: String? = nil, clientChange: SessionOperation? = nil
  ) -> String {
    var script = ""
    var words: [String] = []
    var written: [String] = []
    for index in stride(from: 0, to: options.count - 1, by: 2) {
      let name = options[index].drop { $0 == "-" }
      script += "\(name)=\(ShellWord.readable(options[index + 1]))\n"
      written.append(options[index + 1])
      words += [options[index], "\"$\(name)\""]
    }
    func line(_ command: String, _ arguments: String...) -> String {
      written += arguments
      return (["virga", command] + words + arguments.map(ShellWord.readable)).joined(separator: " ")
        + "\n"
    }
    let withCommands = kindsWithCommands
    let others = keys.filter { !withCommands.contains($0.kind) || isOptOut($0) }
    let entries = Dictionary(others.compactMap { key in self[key].map { (key, $0) } }) { first, _ in
      first
    }
    var history = clientChange
    history?.changes.removeAll { withCommands.contains($0.key.kind) }
    let operations = history.map { $0.changes.isEmpty ? [] : [$0] } ?? []
    let part = SessionExport(
      manifest: nil, session: Session(entries: entries, operations: operations), events: []
    ).showing(channel)
    if !part.session.keys.isEmpty {
      script += Self.document(line("session import", "-"), .object(part.json))
    }
    for id in names(of: .edit) {
      script += editedValues(of: id).map {
        line("config set", "--", id, $0.path.description, Self.text($0.value))
      }
      .joined()
    }
    guard withCommands.contains(.context) else { return Self.head(explaining: written) + script }
    for name in names(of: .context) {
      script += line("context set", "--", name, Self.text(self[.context, name] ?? .null))
    }
    if let at = self[.clock]?["at"]?.stringValue { script += line("clock", at) }
    if let offset = self[.clock]?["offset"]?.integerValue {
      script += line("clock", "--", TimeStep.text(offset))
    }
    let recipes = recipeSlugs.compactMap { self[.recipe, $0] }
    if !recipes.isEmpty { script += Self.document(line("recipes add", "-"), .array(recipes)) }
    for (slug, branch) in forcedBranches { script += line("branch force", "--", slug, branch) }
    return Self.head(explaining: written) + script
  }

  /// The first lines, which say in words what the codes of invisible characters in `words` mean.
  private static func head(explaining words: [String]) -> String {
    let lines = words.joined().invisibleScalars.map { scalar in
      "# \(ShellWord.codes(of: scalar)) is \(scalar.inWords).\n"
    }
    return
      "#!/bin/sh -e\n# Without the session's history and events: `virga session export` writes them too.\n"
      + lines.joined()
  }

  /// A value as JSON in which all characters are visible.
  private static func text(_ value: JSONValue) -> String { value.compact.escapingInvisibleInJSON }

  private func isOptOut(_ key: EntryKey) -> Bool {
    key.kind == .branch && self[key]?.stringValue == nil
  }

  /// A command that reads JSON as a here document; the delimiter is never a line of JSON.
  private static func document(_ line: String, _ value: JSONValue) -> String {
    "\(line.dropLast()) <<'VIRGA'\n\(value.pretty().escapingInvisibleInJSON)\nVIRGA\n"
  }

  /// The values that a feature's edit sets, with their paths; objects are expanded, lists are not.
  package func editedValues(of id: String) -> [(path: JSONPath, value: JSONValue)] {
    func values(in value: JSONValue, at path: JSONPath) -> [(JSONPath, JSONValue)] {
      guard case .object(let members) = value, !members.isEmpty else { return [(path, value)] }
      return members.flatMap { values(in: $0.value, at: path.appending(key: $0.key)) }
    }
    return values(in: self[.edit, id] ?? [:], at: .root)
  }
}

/// A recipe that gives edits to every client: one branch, no targeting, all buckets.
///
/// It has the members that the SDK requires and those that its tools write. Rule:
/// VirgaWorkbench/EditRecipes.
package struct EditRecipe {
  package let json: JSONObject

  /// The recipe called `slug` for one app; nil as channel means all channels.
  package init(_ slug: String, edits: [Name: JSONValue], app: String, channel: String?) {
    let ids = edits.keys.sorted().map(\.text)
    let features = ids.map { id -> JSONValue in
      ["featureId": .string(id), "enabled": true, "value": edits[id] ?? [:]]
    }
    let names = ids.joined(separator: ", ")
    json = [
      "schemaVersion": "1.11.0", "slug": .string(slug), "id": .string(slug), "arguments": [:],
      "application": .string(app), "appName": .string(app), "appId": .string(app),
      "channel": channel.map(JSONValue.string) ?? .null,
      "userFacingName": .string("Edits of \(names)"),
      "userFacingDescription": .string("The edits of a virga session to \(names)"),
      "isEnrollmentPaused": false, "isRollout": false,
      "bucketConfig": [
        "randomizationUnit": "nimbus_id", "namespace": .string("\(slug)-1"), "start": 0,
        "count": 10_000,
        "total": 10_000,
      ],
      "featureIds": .array(ids.map(JSONValue.string)), "probeSets": [], "outcomes": [],
      "branches": [["slug": "edits", "ratio": 100, "features": .array(features)]],
      "referenceBranch": "edits",
      "targeting": "true", "featureValidationOptOut": false, "startDate": .null, "endDate": .null,
      "enrollmentEndDate": .null, "proposedDuration": 7, "proposedEnrollment": 7,
    ]
  }
}

extension Operations {
  /// A recipe that gives the session's edits to every client, unless the manifest does not allow
  /// one.
  package func recipeOfEdits(slug: String) throws(Refusal) -> JSONObject {
    let edits = session.names(of: .edit)
    guard !edits.isEmpty else { throw Refusal("there are no edits to make a recipe from") }
    let problems = edits.flatMap(problems)
    guard !problems.contains(where: { $0.severity == .error }) else {
      throw Refusal(
        "an edit does not match the manifest, so no app could use it", problems: problems)
    }
    let client = session.client(in: operationContext)
    return EditRecipe(
      slug, edits: session.all(.edit),
      app: client.appName ?? operationContext.manifest?.name ?? "app",
      channel: client.channel
    ).json
  }

  private func problems(of id: String) -> [Problem] {
    guard let manifest = operationContext.manifest, let edit = session[.edit, id] else { return [] }
    guard let feature = manifest.feature(id) else {
      return [
        Problem(
          .error, "unknown-feature", path: "features/\(id)", "the manifest has no feature `\(id)`")
      ]
    }
    return manifest.check(config: LocatedValue(edit), feature: feature, channel: channel).problems
  }

  /// Replaces the session's entries by another session's, and adds its events.
  package func adopt(
    _ other: Session, with events: some Sequence<SessionEvent> = [], as label: String
  ) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    for key in Set(session.keys).union(other.keys).sorted() {
      draft.set(key.kind, key.name, to: other[key])
    }
    for event in events { draft.record(event) }
    return try draft.finished(label)
  }
}
