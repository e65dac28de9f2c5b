import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

/// The data about the client, computed once for all recipes until it changes.
struct KnownClient: Sendable {
  let client: Client
  let context: TargetingContext
  let owners: FeatureOwners
  /// In the order used without a recipe.
  private let attributes: [ContextRow]
  private let clock: ContextRow
  private let participations: [ContextRow]
  let session: Session

  init(_ session: Session, _ enrollments: EnrollmentState, in operationContext: OperationContext) {
    let client = session.client(in: operationContext)
    let context = client.context(with: enrollments.records)
    self.session = session
    self.client = client
    self.context = context
    owners = FeatureOwners(enrollments)
    let ranked = context.attributes.map { name, value in
      let row = ContextRow(
        attribute: name.text, value, isSet: session[.context, name.text] != nil, in: operationContext)
      return (rank: row.defaultRank, row: row)
    }
    attributes = ranked.sorted { ($0.rank, $0.row.name) < ($1.rank, $1.row.name) }.map(\.row)
    clock = ContextRow(clock: client.now, of: session)
    participations = Participation.allCases.map { ContextRow(participation: $0, of: session) }
  }

  /// The rows for an expression, in their order.
  ///
  /// Deciding attributes come first, then others that it reads, the clock, other attributes with a value, participation
  /// and events.
  ///
  /// - Parameter isEnrolled: Whether the client is in the expression's recipe; nil if it has none.
  func rows(reading expression: Expression?, deciding: Set<Name>, isEnrolled: Bool?) -> [ContextRow] {
    let names = expression?.attributeNames ?? []
    var missing = names
    missing.subtract(Set(naming: attributes.lazy.map(\.name)))
    let undefined = missing.map { ContextRow(undefined: $0.text) }
    var (first, read, others): ([ContextRow], [ContextRow], [ContextRow]) = ([], [], [])
    for var row in undefined + attributes {
      row.isRead = names.contains(row.name)
      row.isDeciding = deciding.contains(row.name)
      if let isEnrolled, row.name == "is_already_enrolled" { row.value = "\(isEnrolled)" }
      if row.isDeciding {
        first.append(row)
      } else if row.isRead {
        read.append(row)
      } else if row.hasValue {
        others.append(row)
      }
    }
    return first.sorted { $0.name < $1.name } + read.sorted { $0.name < $1.name } + [clock] + others
      + participations + events(asked: expression?.eventNames ?? [])
  }

  private func events(asked: Set<Name>) -> [ContextRow] {
    var names = Set(naming: session.names(of: .behavior))
    names.formUnion(asked)
    return names.sorted().map(\.text).map { name in
      let days = client.events.counter(of: name, by: .days, at: client.now)?.buckets ?? []
      return ContextRow(event: name, days: days, isSet: session[.behavior, name] != nil, isRead: asked.contains(name))
    }
  }
}
