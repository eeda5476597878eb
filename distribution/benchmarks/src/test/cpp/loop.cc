// SPDX-License-Identifier: Apache-2.0
// The closed loop of Loop.java on ns-3, with the numbers of Shape.java. Arguments: which model, a type of scheduler,
// packets under way for each thread, seconds to warm up, seconds to measure. It prints what LoopRun.java prints. The model "events" has servers of its own
// and takes only ns-3's events; "devices" has ns-3's packets, queues, point-to-point devices and channels for the links.
#include <ns3/core-module.h>
#include <ns3/network-module.h>
#include <ns3/point-to-point-module.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;

namespace {
constexpr int kMachines = 11;
constexpr int kThreads = 14;
constexpr int kWireBytes = 100;
constexpr int kPppBytes = 2;
constexpr double kLinkGbps = 100;
constexpr double kHalfWayNs = 500;
constexpr double kHostNs = 250;
constexpr int64_t kSliceNs = 100'000;
constexpr uint16_t kIpv4 = 0x0800; // the devices know this protocol

double NicNs(int wireBytes) { return 5 + 0.01 * wireBytes; }
double LinkNs(int wireBytes) { return wireBytes * 8 / kLinkGbps; }

uint64_t g_served = 0;

/** xorshift; which packet goes where matters little. */
class Draws {
  public:
    int Below(int bound) {
        m_state ^= m_state << 13;
        m_state ^= m_state >> 7;
        m_state ^= m_state << 17;
        return static_cast<int>((m_state >> 33) * bound >> 31);
    }

  private:
    uint64_t m_state = 88'172'645'463'325'252ULL;
} g_draws;

/** First come, first served. */
class Server {
  public:
    /** From now until a job that comes now is done. */
    Time Serve(double serviceNs, double travelNs = 0) {
        double now = static_cast<double>(Simulator::Now().GetNanoSeconds());
        m_freeAt = std::max(now, m_freeAt) + serviceNs;
        return NanoSeconds(static_cast<int64_t>(m_freeAt - now + travelNs));
    }

  private:
    double m_freeAt = 0;
};

/** Where a packet comes from, goes to, and is at home. */
struct Route {
    int homeMachine;
    int homeThread;
    int source;
    int machine;
    int thread;
    bool request;

    void Next() {
        source = machine;
        request = !request;
        if (request) {
            int other = g_draws.Below(kMachines - 1);
            machine = other < homeMachine ? other : other + 1;
            thread = g_draws.Below(kThreads);
        } else {
            machine = homeMachine;
            thread = homeThread;
        }
    }
};

struct Machine {
    Server nicOut, linkUp, linkDown, nicIn;
    Server threads[kThreads];
};

Machine g_machines[kMachines];

// Events alone.

class Job {
  public:
    explicit Job(Route route) : m_route(route) {}

    void AtHost() { Go(g_machines[m_route.machine].threads[m_route.thread].Serve(kHostNs), &Job::AtNicOut); }

  private:
    void AtNicOut() {
        g_served++;
        m_route.Next();
        Go(g_machines[m_route.source].nicOut.Serve(NicNs(kWireBytes)), &Job::AtLinkUp);
    }
    void AtLinkUp() {
        Go(g_machines[m_route.source].linkUp.Serve(LinkNs(kWireBytes), kHalfWayNs), &Job::AtLinkDown);
    }
    void AtLinkDown() {
        Go(g_machines[m_route.machine].linkDown.Serve(LinkNs(kWireBytes), kHalfWayNs), &Job::AtNicIn);
    }
    void AtNicIn() { Go(g_machines[m_route.machine].nicIn.Serve(NicNs(kWireBytes)), &Job::AtHost); }

    void Go(Time delay, void (Job::*next)()) { Simulator::Schedule(delay, next, this); }

    Route m_route;
};

// Devices.

class RouteHeader : public Header {
  public:
    static TypeId GetTypeId() {
        static TypeId id = TypeId("RouteHeader").SetParent<Header>().AddConstructor<RouteHeader>();
        return id;
    }
    TypeId GetInstanceTypeId() const override { return GetTypeId(); }
    uint32_t GetSerializedSize() const override { return 6; }
    void Print(std::ostream& out) const override { out << route.source << "-" << route.machine; }
    void Serialize(Buffer::Iterator at) const override {
        for (int each : {route.homeMachine, route.homeThread, route.source, route.machine, route.thread,
                         static_cast<int>(route.request)}) {
            at.WriteU8(static_cast<uint8_t>(each));
        }
    }
    uint32_t Deserialize(Buffer::Iterator at) override {
        for (int* each : {&route.homeMachine, &route.homeThread, &route.source, &route.machine, &route.thread}) {
            *each = at.ReadU8();
        }
        route.request = at.ReadU8() != 0;
        return GetSerializedSize();
    }

    Route route{};
};

class Port {
  public:
    /** Joins a machine to the switch. */
    void Join(int machine) {
        m_machine = machine;
        Ptr<PointToPointChannel> channel = CreateObject<PointToPointChannel>();
        channel->SetAttribute("Delay", TimeValue(NanoSeconds(static_cast<int64_t>(kHalfWayNs))));
        m_up = Device(channel);
        m_down = Device(channel);
        m_up->SetReceiveCallback(MakeCallback(&Port::FromSwitch, this));
        m_down->SetReceiveCallback(MakeCallback(&Port::ToSwitch, this));
    }

    void AtHost(Ptr<Packet> packet) {
        RouteHeader header;
        packet->PeekHeader(header);
        Simulator::Schedule(
            g_machines[m_machine].threads[header.route.thread].Serve(kHostNs), &Port::AtNicOut, this, packet);
    }

  private:
    static Ptr<PointToPointNetDevice> Device(Ptr<PointToPointChannel> channel);
    bool FromSwitch(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&);
    bool ToSwitch(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&);
    void AtNicOut(Ptr<Packet> packet);
    void AtLinkUp(Ptr<Packet> packet) { Send(m_up, packet); }

    static void Send(Ptr<PointToPointNetDevice> device, Ptr<Packet> packet) {
        if (!device->Send(packet, device->GetBroadcast(), kIpv4)) {
            std::cerr << "a queue is full" << std::endl;
            std::exit(1);
        }
    }

    int m_machine = 0;
    Ptr<PointToPointNetDevice> m_up;
    Ptr<PointToPointNetDevice> m_down;
};

Port g_ports[kMachines];

Ptr<PointToPointNetDevice> Port::Device(Ptr<PointToPointChannel> channel) {
    Ptr<PointToPointNetDevice> device = CreateObject<PointToPointNetDevice>();
    Ptr<DropTailQueue<Packet>> queue = CreateObject<DropTailQueue<Packet>>();
    queue->SetMaxSize(QueueSize("100000p"));
    device->SetAddress(Mac48Address::Allocate());
    device->SetDataRate(DataRate(static_cast<uint64_t>(kLinkGbps * 1e9)));
    device->SetQueue(queue);
    CreateObject<Node>()->AddDevice(device);
    device->Attach(channel);
    return device;
}

void Port::AtNicOut(Ptr<Packet> packet) {
    g_served++;
    RouteHeader header;
    packet->RemoveHeader(header);
    header.route.Next();
    packet->AddHeader(header);
    Simulator::Schedule(g_machines[m_machine].nicOut.Serve(NicNs(kWireBytes)), &Port::AtLinkUp, this, packet);
}

bool Port::ToSwitch(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
    RouteHeader header;
    packet->PeekHeader(header);
    Send(g_ports[header.route.machine].m_down, packet->Copy());
    return true;
}

bool Port::FromSwitch(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
    Simulator::Schedule(
        g_machines[m_machine].nicIn.Serve(NicNs(kWireBytes)), &Port::AtHost, this, packet->Copy());
    return true;
}

// Measuring.

/** Goes on for at least so many seconds, a slice of virtual time after another; answers how many ns it took. */
int64_t GoOn(double seconds) {
    auto began = std::chrono::steady_clock::now();
    int64_t took = 0;
    while (static_cast<double>(took) < seconds * 1e9) {
        Simulator::Stop(NanoSeconds(kSliceNs));
        Simulator::Run();
        took = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - began).count();
    }
    return took;
}
} // namespace

int main(int count, char** arguments) {
    if (count != 6) {
        std::cerr << "loop events|devices SCHEDULER CONTEXTS WARM_UP_SECONDS MEASURED_SECONDS" << std::endl;
        return 2;
    }
    bool devices = std::string(arguments[1]) == "devices";
    ObjectFactory scheduler(std::string("ns3::") + arguments[2]);
    Simulator::SetScheduler(scheduler);
    int contexts = std::stoi(arguments[3]);
    std::vector<Job> jobs;
    jobs.reserve(kMachines * kThreads * contexts);
    for (int machine = 0; devices && machine < kMachines; machine++) {
        g_ports[machine].Join(machine);
    }
    for (int machine = 0; machine < kMachines; machine++) {
        for (int each = 0; each < kThreads * contexts; each++) {
            int thread = each % kThreads;
            RouteHeader header;
            header.route = Route{machine, thread, machine, machine, thread, false};
            if (devices) {
                Ptr<Packet> packet = Create<Packet>(kWireBytes - kPppBytes - header.GetSerializedSize());
                packet->AddHeader(header);
                Simulator::ScheduleNow(&Port::AtHost, &g_ports[machine], packet);
            } else {
                jobs.emplace_back(header.route);
                Simulator::ScheduleNow(&Job::AtHost, &jobs.back());
            }
        }
    }
    GoOn(std::stod(arguments[4]));
    uint64_t events = Simulator::GetEventCount();
    uint64_t packets = g_served;
    int64_t virtualNs = Simulator::Now().GetNanoSeconds();
    int64_t wallNs = GoOn(std::stod(arguments[5]));
    std::cout << Simulator::GetEventCount() - events << " " << g_served - packets << " "
              << Simulator::Now().GetNanoSeconds() - virtualNs << " " << wallNs << std::endl;
    return 0;
}
