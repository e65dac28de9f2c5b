package import VirgaJSON
package import VirgaSession

/// A text of a branch's config that is not applied yet.
package struct BranchDraft: Hashable, Sendable {
  package let place: BranchFeature
  package let text: String
  /// The config that the text started from; nil if the branch had none.
  package let base: JSONValue?

  /// A draft of the config at `place`; `base` is the config that its text started from, nil if the
  /// branch had none.
  package init(_ text: String, of place: BranchFeature, startedFrom base: JSONValue?) {
    self.place = place
    self.text = text
    self.base = base
  }

  /// Reads the entry of a session; nil if it is not a draft.
  ///
  /// A null `base` stands for a branch without a config.
  init?(entry: JSONValue) {
    guard let slug = entry["recipe"]?.stringValue, let branch = entry["branch"]?.stringValue,
      let feature = entry["feature"]?.stringValue, let text = entry["text"]?.stringValue
    else { return nil }
    let base = entry["base"].flatMap { $0.isNull ? nil : $0 }
    self.init(text, of: BranchFeature(feature, in: branch, of: slug), startedFrom: base)
  }

  /// The value of the session's entry for the draft; its `base` is null if the branch had no
  /// config.
  package var json: JSONValue {
    [
      "recipe": .string(place.slug), "branch": .string(place.branch),
      "feature": .string(place.feature), "text": .string(text), "base": base ?? .null,
    ]
  }
}

extension BranchFeature {
  /// The key of the session's entry with the draft of the config.
  package var draftKey: EntryKey { EntryKey(.branchDraft, "\(slug) \(branch) \(feature)") }
}

extension Session {
  /// The draft of a branch's config of a feature; nil if the session has none.
  package func draft(at place: BranchFeature) -> BranchDraft? {
    let draft = self[place.draftKey].flatMap(BranchDraft.init(entry:))
    // The key joins the names with blanks, so two places can have the same one: the branch `c` of
    // the recipe `a b`, and the branch `b c` of the recipe `a`.
    return draft?.place == place ? draft : nil
  }

  /// The drafts of branches' configs, sorted by the names of their entries, which begin with the
  /// slug of the recipe and the branch.
  package var branchDrafts: [BranchDraft] {
    names(of: .branchDraft).compactMap { name in
      self[.branchDraft, name].flatMap(BranchDraft.init(entry:))
    }
  }
}

extension Operations {
  /// Stores a draft of a branch's config, which no app reads.
  package func keepDraft(_ draft: BranchDraft) throws(Refusal) -> SessionOperation {
    let place = draft.place
    // Refuses an unknown recipe.
    _ = try recipe(place.slug)
    var builder = try makeBuilder()
    builder.set(.branchDraft, place.draftKey.name, to: draft.json)
    return try builder.finished(
      "keep a draft of the config of \(place.feature) in \(place.branch) of \(place.slug)",
      feature: place.feature, slug: place.slug)
  }

  /// Removes the draft of a branch's config; without one it is refused as already done, so that a
  /// script continues.
  package func discardDraft(at place: BranchFeature) throws(Refusal) -> SessionOperation {
    let words = "the config of \(place.feature) in \(place.branch) of \(place.slug)"
    guard session[place.draftKey] != nil else {
      throw Refusal("\(words) has no draft", isAlreadyDone: true)
    }
    var builder = try makeBuilder()
    builder.set(.branchDraft, place.draftKey.name, to: nil)
    return try builder.finished(
      "discard the draft of \(words)", feature: place.feature, slug: place.slug)
  }
}
