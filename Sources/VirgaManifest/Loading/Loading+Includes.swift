import VirgaFiles
import VirgaJSON
import VirgaSource

extension Loading {
  /// The maximum number of files that include or import each other, one inside the other.
  static let maximumDepth = 64

  /// A file whose includes are being read.
  struct IncludingFile {
    var address: FileAddress
    var source: SourceText
    /// The identities of the including files and, last, of this file.
    var includeChain: [String]
  }

  /// What a file itself says, and its imports together with those of its includes.
  typealias FileTree = (ownDraft: FileDraft, imports: JoinedImports)

  /// Reads a file, then its includes, depth first, and adds what they declare to `module`.
  ///
  /// - Parameter seen: The identities of the module's files so far; they are not read again.
  /// - Returns: Nil if the file is not a manifest, which is reported.
  mutating func readTree(
    _ file: IncludingFile, into module: inout ModuleDraft, seen: inout Set<Name>
  ) -> FileTree? {
    guard let draft = readDraft(of: file.source) else {
      // The manifest may lack values that this file has.
      markIncomplete()
      return nil
    }
    let examples = draft.features.map { feature in
      readExamples(feature.examples, from: file.address)
    }
    let errorsOfRepeatedNames = module.add(draft, examples: examples)
    add(errorsOfRepeatedNames)
    var tree = (ownDraft: draft, imports: JoinedImports())
    // Adds the imports of the included files to `tree`, and what they declare to `module`.
    for include in draft.includes { readInclude(include, into: file, &tree, &module, &seen) }
    // After those of the included files, because the file's own additions apply last.
    for ownImport in draft.imports { joinImport(ownImport, from: file.address, &tree.imports) }
    return tree
  }

  /// The content of a file; nil if it is not a manifest, which is reported.
  private mutating func readDraft(of source: SourceText) -> FileDraft? {
    if !source.bytes.isEmpty { return read(source) { reader in reader.readFile() } }
    // A file of zero bytes is probably being written at this moment, rather than a manifest without
    // features.
    report(
      .error, "empty-manifest", path: "",
      "the file is empty; write a manifest, or restore the one that was here",
      at: SourceLocation(startOf: source.name))
    return nil
  }

  /// Parses a file, reads it with `readContent`, and reports the problems; nil if it cannot be
  /// parsed, or if `readContent` gives nil.
  private mutating func read<Value>(
    _ source: SourceText, _ readContent: (FileReader) -> Value?
  ) -> Value? {
    let (document, found) = store.options.parse(source)
    add(found)
    guard let document else { return nil }
    // Extensions are what nimbus-fml, the reference tool, rejects.
    let reader = FileReader(document, reportsExtensions: store.options.reportsExtensions)
    let value = readContent(reader)
    reader.reportYAMLMistakes()
    add(reader.log.problems)
    return value
  }

  /// Reads an included file with its own includes, unless the module has it already; its imports
  /// are joined to those of `tree`, the including file.
  ///
  /// - Parameters:
  ///   - module: What the files of the module declare so far; the included file's is added.
  ///   - seen: The identities of the module's files so far.
  private mutating func readInclude(
    _ include: LocatedName, into parent: IncludingFile, _ tree: inout FileTree,
    _ module: inout ModuleDraft, _ seen: inout Set<Name>
  ) {
    guard let file = newIncludedFile(include, in: parent, &seen),
      let child = readTree(file, into: &module, seen: &seen)
    else { return }
    let fileName = file.source.name
    reportOwnChannels(child.ownDraft.channels, file: fileName, includedBy: tree.ownDraft)
    if let about = child.ownDraft.about { reportNamesForCode(about, file: fileName) }
    // The additions of the included file apply before the earlier ones, which override them: of two
    // includes the first wins.
    let channelClashes = tree.imports.addIncluded(child.imports)
    add(channelClashes)
  }

  /// An included file with its text; nil if `seen` has its identity already, or if it is nested too
  /// deep or cannot be found or read, which is reported.
  ///
  /// The identity of a new file is added to `seen`.
  private mutating func newIncludedFile(
    _ include: LocatedName, in parent: IncludingFile, _ seen: inout Set<Name>
  ) -> IncludingFile? {
    guard let address = address(include, from: parent.address) else { return nil }
    let identity = store.identity(of: address)
    // A cycle is only reported: the file is in `seen`, so it is not read again.
    let isCycle = parent.includeChain.contains(identity)
    if isCycle { warnOfCycle(at: include) }
    let isNew = seen.insert(identity)
    guard isNew else { return nil }
    guard parent.includeChain.count <= Self.maximumDepth else {
      report(
        "too-deep", "includes are nested more than \(Self.maximumDepth) levels deep", at: include)
      return nil
    }
    guard let source = source(at: address, namedBy: include, codeIfMissing: "missing-include")
    else { return nil }
    return IncludingFile(
      address: address, source: source, includeChain: parent.includeChain + [identity])
  }

  /// Warns of an include of a file that includes this one, directly or through others.
  private mutating func warnOfCycle(at include: LocatedName) {
    let message = "`\(include.text)` already includes this file: remove one of the two includes"
    report(.warning, "include-cycle", path: "includes", message, at: include.written.location)
  }

  /// Reports channels of an included file that the including file does not declare.
  private mutating func reportOwnChannels(
    _ channels: [LocatedName], file: String, includedBy parent: FileDraft
  ) {
    let declared = Set(naming: parent.channels.lazy.map(\.text))
    for channel in channels where !declared.contains(channel.text) {
      report(
        .error, "include-channels", path: "channels",
        "an included file must not define its own channels: \(file) has `\(channel.text)`, "
          + "which the file that includes it does not declare", at: channel.written.location)
    }
  }

  /// Reports names for Swift or Kotlin code, which an included file must not have.
  private mutating func reportNamesForCode(_ about: About, file: String) {
    guard about.hasNamesForCode else { return }
    report(
      .error, "include-about", path: "about",
      "only files without names for Swift or Kotlin may be included: drop them from \(file), or import it",
      at: about.location)
  }

  /// The file that `name` means in the file `base`; nil, with a problem, if it begins with `@` and
  /// lacks the owner, the repository or the path in `@owner/repository/path`.
  private mutating func address(_ name: LocatedName, from base: FileAddress) -> FileAddress? {
    do {
      return try FileAddress(name.text, from: base, folder: store.folder)
    } catch {
      report("short-repository-path", error.message, at: name)
      // The manifest may lack values that the file has.
      markIncomplete()
      return nil
    }
  }

  /// The text of a file that another one mentions by `name`; nil if it cannot be read, which is
  /// reported: a local file as `code`, one of the web as `not-fetched`.
  mutating func source(
    at address: FileAddress, namedBy name: LocatedName, codeIfMissing code: Problem.Code
  ) -> SourceText? {
    do {
      return try store.read(address)
    } catch {
      let isLocal = store.repositories.source(of: address).isLocal
      // The path is repeated only if it differs from the one in the manifest.
      let namesSamePath = error.path == name.text.maskingCredentials
      let reason = namesSamePath ? error.reason : "\(error)"
      report(
        isLocal ? code : "not-fetched", "can't find file `\(name.text)`: \(reason)", at: name)
      // Values of this file are missing from the manifest.
      markIncomplete()
      return nil
    }
  }

  /// The examples of a feature; those that name a file are read from it, and left out if it cannot
  /// be read.
  ///
  /// The file has the config of the example, or the whole example with its name and description.
  private mutating func readExamples(_ drafts: [ExampleDraft], from base: FileAddress) -> [Example]
  {
    drafts.compactMap { draft in
      switch draft {
      case .inline(let example): return example
      case .whole(let file):
        return readExampleFile(file, from: base) { reader in reader.readWholeExample() }
      case .value(let file, let name, let description, let url):
        return readExampleFile(file, from: base) { reader in
          let config = reader.document.root
          return reader.example(
            name: name, description: description, url: url, config, locatedAt: config)
        }
      }
    }
  }

  /// Reads the file of an example with `readContent`; nil if it cannot be read, which is reported.
  ///
  /// A manifest without such an example still counts as complete, because no value depends on it.
  private mutating func readExampleFile(
    _ file: LocatedName, from base: FileAddress, _ readContent: (FileReader) -> Example?
  ) -> Example? {
    keepingCompleteness { loading in
      guard let address = loading.address(file, from: base),
        let source = loading.source(
          at: address, namedBy: file, codeIfMissing: "unreadable-file")
      else { return nil }
      return loading.read(source, readContent)
    }
  }

  /// Adds an import that the file `base` has itself, not one that it includes, to `imports`, with
  /// its additions; reports one that names another channel than an earlier import of the same file.
  ///
  /// An import whose path is not an address is reported and left out.
  private mutating func joinImport(
    _ draft: ImportDraft, from base: FileAddress, _ imports: inout JoinedImports
  ) {
    guard let address = address(draft.path, from: base) else { return }
    var joined = JoinedImport(
      address: address, identity: store.identity(of: address), path: draft.path,
      channel: draft.channel)
    let additions = draft.additions.map { addition in
      JoinedImport.Addition(
        feature: addition.feature, blocks: addition.blocks,
        examples: readExamples(addition.examples, from: base))
    }
    // The additions of one import apply together: they are one group.
    joined.groups = [additions]
    let channelClash = imports.addOwn(joined)
    if let channelClash { add([channelClash]) }
  }
}
