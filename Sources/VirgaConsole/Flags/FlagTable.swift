import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaWorkbench

/// Every flag of manifest and files with what it answers, what is counted of all of them, and what a list finds them by.
package struct FlagTable: Sendable {
  /// What is counted of a flag.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    static let overridden = Traits(rawValue: 1)
    static let differing = Traits(rawValue: 2)
    static let on = Traits(rawValue: 4)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ answer: FlagAnswer, isOverridden: Bool) {
      self = []
      if isOverridden { insert(.overridden) }
      if answer.differs { insert(.differing) }
      if answer.isOn { insert(.on) }
    }

    func count(_ trait: Traits) -> Int { contains(trait) ? 1 : 0 }
  }

  /// The order that it answers.
  private(set) var number: Int
  /// What the flags follow from.
  let source: FlagOrder.Source
  /// The flags with their answers.
  private(set) var flags: SessionFlags
  /// How wide the words are that the columns show.
  let words: FlagColumns.Words
  /// The ids of the flags, as the catalogue has them.
  let ids: PackedNames
  /// What each is found by as a whole: its id, its feature and its variable.
  let texts: PackedNames
  /// The sections of the flags.
  let sections: FlagSections
  /// What is stored for no flag.
  private(set) var orphans: [FlagOrphan] = []
  /// How many flags something is stored for.
  private(set) var overriddenCount = 0
  /// How many flags have checks that differ.
  private(set) var differingCount = 0
  /// How many flags are on.
  private(set) var onCount = 0

  private var traits: [Traits] = []

  init(_ order: FlagOrder) {
    number = order.number
    source = order.source
    flags = SessionFlags(
      order.files.catalogue(with: order.manifest), configured: order.files.configured, manifest: order.manifest,
      session: order.session, channel: order.channel, testOverrides: order.testOverrides)
    let rows = flags.catalogue.rows
    words = FlagColumns.Words(of: rows)
    ids = PackedNames(rows.lazy.map(\.id))
    texts = PackedNames(rows.lazy.map { "\($0.id) \($0.feature ?? "") \($0.variable ?? "")" })
    sections = FlagSections(of: flags)
    count()
  }

  /// Answers the same flags for another order.
  mutating func answer(_ order: FlagOrder) {
    number = order.number
    flags.update(from: order.session)
    flags.show(channel: order.channel)
    if flags.testOverrides != order.testOverrides { flags.testOverrides = order.testOverrides }
    count()
  }

  /// Whether the flag at a place in the catalogue is one of those that are counted.
  func has(_ trait: Traits, _ place: Int) -> Bool { traits[place].contains(trait) }

  /// Whether every flag has to be answered again for these.
  func isStale(_ session: Session, channel: String?, _ testOverrides: FlagTestOverrides) -> Bool {
    !flags.environment.channel.isSameName(as: channel) || flags.testOverrides != testOverrides
      || flags.isStale(in: session)
  }

  /// Takes over what changed in the session, and no more.
  ///
  /// - Returns: Whether other flags than before may have `trait`, or something else be stored for no flag.
  mutating func follow(_ session: Session, _ trait: Traits?) -> Bool {
    guard flags.session != session else { return false }
    guard case .places(let places, let touchesOrphans) = flags.update(from: session) else {
      count()
      return true
    }
    if touchesOrphans { findOrphans() }
    var isOther = touchesOrphans
    for place in places {
      let new = Traits(flags.answers[place], isOverridden: flags.isOverridden(flags.catalogue.rows[place]))
      let old = traits[place]
      traits[place] = new
      overriddenCount += new.count(.overridden) - old.count(.overridden)
      differingCount += new.count(.differing) - old.count(.differing)
      onCount += new.count(.on) - old.count(.on)
      if let trait, new.contains(trait) != old.contains(trait) { isOther = true }
    }
    return isOther
  }

  private mutating func count() {
    let overridden = Set(flags.overridden)
    traits = flags.answers.indices.map { Traits(flags.answers[$0], isOverridden: overridden.contains($0)) }
    overriddenCount = overridden.count
    differingCount = traits.count { $0.contains(.differing) }
    onCount = traits.count { $0.contains(.on) }
    findOrphans()
  }

  private mutating func findOrphans() {
    orphans = flags.session.flagOrphans(in: flags.catalogue, manifest: flags.manifest)
  }
}

extension FlagAnswer {
  /// Whether a list of what is on has it: on, or an option or variation that is not off.
  fileprivate var isOn: Bool {
    switch buildAndUser.value {
    case .on: true
    case .off, nil: false
    case .option: state != .off && state != .hidden
    }
  }
}
