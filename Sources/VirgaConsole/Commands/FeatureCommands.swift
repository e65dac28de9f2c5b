import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

enum FeatureCommands {
  static let all: [Command] = [
    Command("open-feature", "open the feature", run: open)
      .in(.panel(.features)).form(of: "open").keys("Enter", "l", "Right").hint(1).short("open")
      .when({ $0.selectedFeature != nil }, else: .noFeatureSelected)
      .help("Goes to the values of the selected feature."),
    Command("filter", "filter or search") { state, argument in
      state.overlay == nil ? TextSearch.start(argument, in: &state) : state.filterList(argument)
    }
    .keys("/").near(.picker, "/", hint: 3).argument(.text).hint(6, when: { $0.overlay?.isTyping != true })
    .titled { $0.overlay == nil && TextSearch.isUsed(in: $0) ? "search" : "filter" }
    .help("Filters the list in focus (features also by the names inside them); searches a text."),
    Command("list-features", "choose what is listed") { state, argument in FeatureScreen.list(argument, in: &state) }
      .in(.screen(.features)).form(of: "list").keys("F")
      .argument(.oneOf { _ in Features.Selection.allCases.map(\.rawValue) })
      .help(
        "Lists all features, or those that are overridden, changed, enrolled, imported, with problems, or orphaned."),
    Command("only-overridden-features", "only overridden") { state in
      FeatureScreen.list(state.features.selection == .all ? "overridden" : "all", in: &state)
    }
    .in(.screen(.features)).form(of: "only-overridden").keys("f").hint(13)
    .titled { $0.features.selection == .all ? "only overridden" : "all features" }
    .help("Lists the features that this session overrides, or all again."),
    Command("select", "go to a feature", run: select)
      .alias(of: "go").argument(.feature).moves(.jump).help("Selects the feature with that id."),
    Command("channel", "choose channel", run: chooseChannel)
      .keys("c").argument(.channel).hint(8).short("channel")
      .when { state in
        let hasNone = state.workspace.manifest != nil && state.workspace.channels.isEmpty
        return hasNone ? .refused(.noChannels) : .applies(state.channel ?? "")
      }
      .help("Shows the values of another channel."),
    Command("next-channel", "next channel") { stepChannel(&$0, by: 1) }
      .keys("]").hint(50).when({ $0.workspace.channels.count > 1 }, else: .oneChannel)
      .help("Goes through the channels in declared order."),
    Command("previous-channel", "previous channel") { stepChannel(&$0, by: -1) }
      .keys("[").when({ $0.workspace.channels.count > 1 }, else: .oneChannel),
    Command("clear", "leave or clear") { state in
      if state.files.work != nil || state.files.reading != nil || state.flags.files.isLoading { return [.cancelWork] }
      if state.messages.failure != nil {
        state.messages.failure = nil
      } else if state.search.isActive(in: state) {
        state.search = TextSearch()
      } else if TextSearch.term(in: state) != nil || !MovingCommands.dropMarks(&state) {
        return state.parts.clear(&state)
      }
      return []
    }
    .keys("Esc").near(.panel(.merged), hint: 2)
    .titled { state in
      if state.search.isActive(in: state) { return "end the search" }
      return state.focus == .merged ? "leave, keep as draft" : "leave or clear"
    }
    .help(
      "Clears an error message, the filter or the search; from another panel, goes back to the list. During a long load, stops that instead."
    ),
  ]

  @Sendable static func hasFeature(_ state: State) -> Command.Availability {
    state.selectedFeature.map { .applies($0.id) } ?? .refused(.noFeatureSelected)
  }

  /// Goes to the values; if the filter matched a name inside the feature, to that value.
  private static func open(_ state: inout State) -> Outcome {
    state.focus = .values
    let filter = state.features.list.filter.field
    guard state.features.list.selected?.inner(matching: Filter(filter.text)) != nil else { return [] }
    state.table.search = FilterField(field: filter)
    return ValueCommands.find(&state, step: 0)
  }

  static func startFilter(_ state: inout State, _ argument: String) -> Outcome {
    guard state.focus == .values || state.focus == .details else {
      return FeatureScreen.filterList(argument, in: &state)
    }
    state.focus = .values
    state.table.search = FilterField(field: TextField(argument), isTyping: argument.isEmpty)
    return argument.isEmpty ? [] : ValueCommands.find(&state, step: 0)
  }

  static func select(_ state: inout State, _ id: String) -> Outcome {
    guard let manifest = state.workspace.manifest else {
      state.start.feature = id
      state.show(.features)
      return []
    }
    guard manifest.feature(id) != nil else {
      return .refused(.unknown("feature", id, among: manifest.features.map(\.id)))
    }
    state.show(.features)
    if !state.features.list.select(Name(id)) {
      clearFilter(&state)
      state.features.selection = .all
      state.features.show(in: state)
      state.features.list.select(Name(id))
    }
    return []
  }

  private static func clearFilter(_ state: inout State) {
    if state.table.search.field == state.features.list.filter.field { state.table.search = FilterField() }
    state.features.list.filter.field = TextField()
    state.features.list.refilter()
  }

  private static func chooseChannel(_ state: inout State, _ name: String) -> Outcome {
    guard !name.isEmpty else { return .asks(channels) }
    let channels = state.workspace.channels
    guard state.workspace.manifest != nil else {
      // The initial channel.
      (state.channel, state.start.channel) = (name, name)
      return []
    }
    guard channels.containsName(name) else { return .refused(.unknown("channel", name, among: channels)) }
    // In a read-only session it only changes the view.
    guard !state.options.isReadOnly, !state.channel.isSameName(as: name) else {
      state.channel = name
      return .says(.channel(name))
    }
    guard state.session[.channel] != .string(name) else {
      state.channel = name
      return []
    }
    return state.perform { operations throws(Refusal) in try operations.setChannel(name) }
  }

  private static func stepChannel(_ state: inout State, by step: Int) -> Outcome {
    let channels = state.workspace.channels
    guard !channels.isEmpty else { return [] }
    let index = channels.firstIndex { state.channel.isSameName(as: $0) } ?? 0
    let next = channels[(index + step + channels.count) % channels.count]
    state.recording.instead = [Invocation("channel", next)]
    return chooseChannel(&state, next)
  }

  @Sendable private static func channels(in state: State) -> Picker {
    let channels = state.workspace.channels
    let row = state.screen == .features ? state.table.selectedRow : nil
    let current = channels.firstIndex { state.channel.isSameName(as: $0) }
    let lines = channels.enumerated().map { index, channel in
      let value = row.flatMap { row in
        state.table.acrossChannels.first { $0.channel.isSameName(as: channel) }?.value.map { (row.pathText, $0) }
      }
      return PickerLine(
        invocation: Invocation("channel", channel), keys: index == current ? "on screen" : "",
        title: DisplayText(channel), detail: DisplayText(value.map { "\($0) = \(ValueText.short($1))" } ?? ""))
    }
    return Picker("Channel", lines: lines, cursor: current ?? 0)
  }

  /// Leaves a panel or a search, or else the filter or the selection.
  static func clear(_ state: inout State) -> Outcome {
    if state.focus == .values, !state.table.search.field.isEmpty {
      state.table.search = FilterField()
    } else if state.focus == .merged || state.focus == .details && !state.features.isAboutFeature {
      state.focus = .values
    } else if state.focus != .features {
      state.focus = .features
    } else if !state.features.list.filter.field.isEmpty {
      clearFilter(&state)
    } else if state.features.selection != .all {
      return FeatureScreen.list("all", in: &state)
    } else {
      state.table.search = FilterField()
    }
    return []
  }
}
